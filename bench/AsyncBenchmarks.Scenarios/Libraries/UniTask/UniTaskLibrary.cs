using AsyncBenchmarks.Scenarios;

namespace AsyncBenchmarks.Libraries;

/// <summary>UniTask, made for Unity, here in its .NET build.</summary>
internal static partial class UniTaskLibrary
{
    private static readonly Library s_library = PeerPackage.Describe(
        "UniTask",
        "UniTask",
        "ExecutionContext does not flow.");

    public static Row Row { get; } = Create();

    private static Row Create()
    {
        Answers? answers = null;
        Answer(ref answers);
        return new Row(s_library.Name, s_library, answers, YieldCategory.ValueTask, YieldCategory.ValueTaskT);
    }

    // Its body is in Work, compiled where the package was found.
    static partial void Answer(ref Answers? answers);
}
