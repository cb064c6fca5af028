namespace PooledAwait.Smoke;

/// <summary>What a page reports: a line that it prints, or how it ended.</summary>
/// <param name="ExitCode">Null for a line.</param>
internal sealed record Report(string Line, int? ExitCode);
