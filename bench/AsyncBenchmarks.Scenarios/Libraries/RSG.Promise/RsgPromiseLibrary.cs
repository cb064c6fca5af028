using AsyncBenchmarks.Scenarios;

namespace AsyncBenchmarks.Libraries;

/// <summary>RSG.Promise, known as C-Sharp-Promise: promises after those of JavaScript.</summary>
internal static partial class RsgPromiseLibrary
{
    private static readonly Library s_library = PeerPackage.Describe(
        "RSG.Promise",
        "RSG.Promise",
        "A continuation of a promise without a value can return a promise only, so a plain value is wrapped in one.");

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
