using AsyncBenchmarks.Scenarios;

namespace AsyncBenchmarks.Libraries;

/// <summary>ProtoPromise: promises with their own pools.</summary>
internal static partial class ProtoPromiseLibrary
{
    private static readonly Library s_library = PeerPackage.Describe(
        "ProtoPromise",
        "ProtoPromise",
        "ExecutionContext does not flow, which is its default.");

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
