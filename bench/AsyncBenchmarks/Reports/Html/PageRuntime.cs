namespace AsyncBenchmarks.Reports.Html;

/// <summary>A runtime that rows ran on.</summary>
internal sealed record PageRuntime(string Id, string Name);
