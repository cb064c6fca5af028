namespace AsyncBenchmarks.Scenarios;

internal static class LimitsTables
{
    public static ScenarioTable[] All { get; } =
    [
        Of(
            "Deadline",
            WaitLimit.Timeout,
            "Operations with a timeout of an hour, each awaited by an async method; when all are pending they complete; per operation."),
        Of(
            "Registration",
            WaitLimit.Cancellation,
            "Operations with one CancellationToken, each awaited by an async method; when all are pending they complete; per operation."),
    ];

    private static ScenarioTable Of(string name, WaitLimit limit, string description) => new(
        new Scenario(
            name, description, ["Pending"], ["PooledAwait's sources have the limit themselves; Task and ProtoPromise have WaitAsync."]),
        ScenarioSize.Of([1, 100, 10_000, 100_000], (row, pending) => row.Limited(limit, pending)));
}

/// <summary>The limit that may end a wait before the operation does.</summary>
internal enum WaitLimit
{
    Timeout,
    Cancellation,
}

/// <summary>Limits that are never reached.</summary>
internal static class NoLimit
{
    public static readonly TimeSpan Hour = TimeSpan.FromHours(1);

    private static readonly CancellationTokenSource s_cancellation = new();

    public static CancellationToken Token => s_cancellation.Token;
}

internal interface ILimited<TSource, TTask>
{
    /// <summary>Makes a pending operation that an hour, or the one token of all, would end.</summary>
    /// <param name="source">Completes it.</param>
    TTask Create(WaitLimit limit, out TSource source);
}

/// <summary>An async method awaits each of many pending operations, which all have a limit.</summary>
internal sealed class LimitedWorkload<TBody, TLimited, TSource, TTask>(WaitLimit limit, int pending)
    : ManyPendingWorkload<TBody, TSource, TTask>(pending)
    where TBody : struct, IOperations<TSource, TTask>
    where TLimited : struct, ILimited<TSource, TTask>
{
    public override void Run()
    {
        TSource[] sources = Sources;
        for (int number = 0; number < sources.Length; number++)
        {
            default(TBody).Count(default(TLimited).Create(limit, out sources[number]), Tally);
        }

        CompleteAll(expected: sources.Length);
    }
}
