namespace AsyncBenchmarks.Scenarios;

internal static class CombinatorsTables
{
    public static ScenarioTable[] All { get; } =
    [
        new(
            new Scenario(
                "WhenAll",
                "Pending operations with a result are made, awaited all at once by one async method, and completed one by one.",
                ["Inputs"],
                ["PooledAwait and ProtoPromise write the results into an array that is there; the others make one each time."]),
            ScenarioSize.Of([10, 1_000], (row, inputs) => row.WhenAll(inputs))),
        new(
            new Scenario(
                "WhenAny",
                "Pending operations with a result are made, the first of them is awaited by one async method; the last made completes "
                + "first, then the others.",
                ["Inputs"],
                ["Every operation is completed, the losers after the winner: what a library does with them is part of it."]),
            ScenarioSize.Of([2, 10], (row, inputs) => row.WhenAny(inputs))),
        new(
            new Scenario(
                "WaitAsync",
                "A pending operation with a result is awaited with a limit, an hour or a cancellation that doesn't come, and completes.",
                ["Limit"],
                []),
            ScenarioSize.Of([WaitLimit.Timeout, WaitLimit.Cancellation], (row, limit) => row.WaitAsync(limit))),
    ];
}

/// <summary>
/// Pending operations, one async method that waits for them through a combinator, and the completions: all on this thread,
/// so that a library's own work is what is measured, not the thread pool's.
/// </summary>
/// <param name="expected">The result that the waiting method must end with.</param>
internal abstract class CombinedWorkload<TBody, TSource, TTask>(int inputs, long expected) : Workload
    where TBody : struct, IOperations<TSource, TTask>
{
    private const long Nothing = -1;
    private const long Twice = -2;

    private readonly TSource[] _sources = new TSource[inputs];
    private long _result = Nothing;

    protected TTask[] Tasks { get; } = new TTask[inputs];

    public sealed override void Run()
    {
        for (int number = 0; number < _sources.Length; number++)
        {
            TSource source = default(TBody).Create();
            _sources[number] = source;
            Tasks[number] = default(TBody).TaskOf(source);
        }

        Wait();
        Complete();
        if (_result != expected)
        {
            throw new WorkloadException($"{GetType().Name} ended with {_result}; it should with {expected}.");
        }

        _result = Nothing;
    }

    protected abstract void Wait();

    protected abstract void Complete();

    protected void Complete(int number, int value) => default(TBody).Complete(_sources[number], value);

    /// <summary>The method that waits has got to its end.</summary>
    protected void Finish(long result) => _result = _result == Nothing ? result : Twice;
}

/// <summary>Operation k has the result k; the results of all are added up.</summary>
internal abstract class WhenAllWorkload<TBody, TSource, TTask>(int inputs)
    : CombinedWorkload<TBody, TSource, TTask>(inputs, (long)inputs * (inputs - 1) / 2)
    where TBody : struct, IOperations<TSource, TTask>
{
    protected sealed override void Complete()
    {
        for (int number = 0; number < Tasks.Length; number++)
        {
            Complete(number, number);
        }
    }

    /// <summary>Where a library can write the results to.</summary>
    protected int[] Results { get; } = new int[inputs];

    protected void Finish(int[] results)
    {
        long sum = 0;
        foreach (int result in results)
        {
            sum += result;
        }

        Finish(sum);
    }
}

/// <summary>Operation k has the result k; the last of them completes first, the others after it.</summary>
internal abstract class WhenAnyWorkload<TBody, TSource, TTask>(int inputs) : CombinedWorkload<TBody, TSource, TTask>(inputs, inputs - 1)
    where TBody : struct, IOperations<TSource, TTask>
{
    protected sealed override void Complete()
    {
        for (int number = Tasks.Length - 1; number >= 0; number--)
        {
            Complete(number, number);
        }
    }
}

/// <summary>An operation that is waited for with a limit, and completes in time.</summary>
internal abstract class WaitWorkload<TBody, TSource, TTask>() : CombinedWorkload<TBody, TSource, TTask>(inputs: 1, Value)
    where TBody : struct, IOperations<TSource, TTask>
{
    private const int Value = 42;

    protected sealed override void Complete() => Complete(0, Value);
}
