namespace AsyncBenchmarks.Results;

/// <summary>A runtime that cases ran on.</summary>
/// <param name="Id">Its name on the command line.</param>
/// <param name="Name">Its name in tables.</param>
/// <param name="Description">Its own description of itself, with the exact version; null until a case has run on it.</param>
public sealed record RuntimeInfo(string Id, string Name, string? Description);
