using AsyncBenchmarks.Scenarios;

namespace AsyncBenchmarks.Libraries;

/// <summary>UnityFx.Async: operations that are objects, as tasks are.</summary>
internal static partial class UnityFxAsyncLibrary
{
    private static readonly Library s_library = PeerPackage.Describe(
        "UnityFx.Async",
        "UnityFx.Async");

    public static Row Row { get; } = Create();

    private static Row Create()
    {
        Answers? answers = null;
        Answer(ref answers);
        return new Row(s_library.Name, s_library, answers, YieldCategory.Task, YieldCategory.TaskT);
    }

    // Its body is in Work, compiled where the package was found.
    static partial void Answer(ref Answers? answers);
}
