using AsyncBenchmarks.Scenarios;

namespace AsyncBenchmarks.Libraries;

/// <summary>The original PooledAwait, whose types have the names of this repository's.</summary>
internal static partial class PooledAwaitOriginalLibrary
{
    private static readonly Library s_library = PeerPackage.Describe(
        "PooledAwait",
        "PooledAwait-1.0.49",
        "ExecutionContext does not flow.");

    public static Row Row { get; } = Create();

    private static Row Create()
    {
        Answers? answers = null;
        Answer(ref answers);
        return new Row(s_library.Name, s_library, answers, YieldCategory.Task, YieldCategory.TaskT, YieldCategory.ValueTask, YieldCategory.ValueTaskT);
    }

    // Its body is in Work, compiled where the package was found.
    static partial void Answer(ref Answers? answers);
}
