using AsyncBenchmarks.Scenarios;

namespace AsyncBenchmarks.Libraries;

/// <summary>Async methods that return and await ValueTasks, over the least that stands behind these: a reference for the attribute form.</summary>
internal static class HandWrittenValueTaskLibrary
{
    public static Row Row { get; } = HandWrittenLibrary.CreateRow(
        "HandWritten-ValueTask",
        new HandWrittenValueTaskAnswers(),
        "A reference, not an API: the operations of HandWritten behind ValueTasks, and async methods that return and await these, over "
        + "the smallest method builder. It keeps to what is public: the framework's awaiter gives an operation a delegate, in which "
        + "this finds the method that waits, and whoever takes a result gives the operation back.",
        "Left out is what HandWritten leaves out. Above HandWritten-Async it shows what the framework's awaiter costs. What survives is, "
        + "in part, the suite's own object that takes the result.",
        YieldCategory.ValueTask,
        YieldCategory.ValueTaskT);
}
