using AsyncBenchmarks.Scenarios;

namespace AsyncBenchmarks.Libraries;

/// <summary>This repository's library, asked for by an attribute on methods that return ValueTasks.</summary>
internal static class PooledAwaitAttributeLibrary
{
    public static Row Row { get; } = new(
        "PooledAwait-Attribute",
        PooledAwaitLibrary.Describe(
            "PooledAwait-Attribute",
            "PooledAsyncValueTaskMethodBuilder on every method, which returns a plain ValueTask. What survives is, in part, the "
            + "suite's own object that takes the result, for which a ValueTask has no method."),
        new PooledAwaitAttributeAnswers(),
        YieldCategory.ValueTask,
        YieldCategory.ValueTaskT);
}
