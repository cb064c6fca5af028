namespace AsyncBenchmarks.Scenarios;

internal static class RedisTables
{
    public static ScenarioTable Redis { get; } = new(
        new Scenario(
            "Redis",
            "A pipelined client of a real redis-server, each command with a timeout and a token, shared by callers; per command.",
            ["Callers"],
            [
                "All clients share the codec and the connection; what a command waits on differs. No caller's code runs in the loop "
                + "that receives; this library passes it through the thread pool's global queue, the others as they do by default.",
                "ValueTask is a source of ManualResetValueTaskSourceCore that is pooled with hand-written code, with a timer each; "
                + "ValueTask-Pooling is the same source, awaited by a method with .NET's pooling builder.",
                "Latency: from the call until the caller has its answer.",
            ])
        {
            UsesThreads = true,
        },
        ScenarioSize.Of([1, 64, 512], (row, callers) => row.Redis(callers)));
}
