using AsyncBenchmarks.Scenarios;

namespace AsyncBenchmarks.Libraries;

/// <summary>The graphs as async methods over the least that keeps what the framework promises: a reference for what their shape costs.</summary>
internal static class HandWrittenAsyncLibrary
{
    public static Row Row { get; } = HandWrittenLibrary.CreateRow(
        "HandWritten-Async",
        new HandWrittenAsyncAnswers(),
        "A reference, not an API: the operations of HandWritten, and the same graphs as async methods over the smallest method "
        + "builder that guards each call, flows ExecutionContexts and puts them back as the framework does.",
        "Left out is what HandWritten leaves out. Above HandWritten it shows what the compiler's shape of a method costs: a MoveNext "
        + "that isn't inlined, a state machine that is copied into its box when it first suspends, an awaiter kept in it.",
        YieldCategory.Task,
        YieldCategory.TaskT,
        YieldCategory.ValueTask,
        YieldCategory.ValueTaskT);
}
