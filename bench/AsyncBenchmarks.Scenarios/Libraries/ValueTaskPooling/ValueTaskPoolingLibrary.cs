using AsyncBenchmarks.Scenarios;

namespace AsyncBenchmarks.Libraries;

/// <summary>System.Threading.Tasks.ValueTask with the pooling builders that a method has to ask for. .NET Framework doesn't have them.</summary>
internal static partial class ValueTaskPoolingLibrary
{
    private const string Name = "ValueTask-Pooling";

    public static Row Row { get; } = Create();

    private static Row Create()
    {
        Answers? answers = null;
        Answer(ref answers);
        Library library = answers is null
            ? FrameworkLibrary.Missing(Name, "This runtime has no PoolingAsyncValueTaskMethodBuilder.")
            : FrameworkLibrary.Describe(
                Name,
                "PoolingAsyncValueTaskMethodBuilder on every method. What survives is the suite's own: the source, and an object "
                + "that takes the result, for which .NET has no method; .NET's pools keep a box per thread and core, however many "
                + "operations are in flight.");
        return new Row(Name, library, answers, YieldCategory.ValueTask, YieldCategory.ValueTaskT);
    }

    // Its body is in Work, compiled where the builders exist.
    static partial void Answer(ref Answers? answers);
}
