namespace AsyncBenchmarks.Scenarios;

/// <summary>What is awaited across the border between two kinds of async methods.</summary>
internal enum Crossing
{
    PooledValueTask,
    ValueTask,
    PooledMethod,

    /// <summary>An async method that returns ValueTask and has this library's builder by attribute.</summary>
    AttributedMethod,

    /// <summary>An async method that returns Task and is compiled for runtime-async.</summary>
    RuntimeAsyncMethod,

    /// <summary>An async method of the framework, which .NET 11 has compiled for runtime-async.</summary>
    FrameworkMethod,
}

internal static class BorderTables
{
    public static ScenarioTable Border { get; } = new(
        new Scenario(
            "Border",
            "An async method awaits a pending operation of another kind, which then completes.",
            ["Awaits"],
            [
                "PooledValueTask and ValueTask are those of a pooled source; the others are async methods that await one.",
                "FrameworkMethod is Stream.CopyToAsync, compiled for runtime-async in .NET 11 as the whole framework is.",
            ]),
        ScenarioSize.Of(
            [
                Crossing.PooledValueTask, Crossing.ValueTask, Crossing.PooledMethod, Crossing.AttributedMethod,
                Crossing.RuntimeAsyncMethod, Crossing.FrameworkMethod,
            ],
            (row, crossing) => row.Border(crossing)));
}
