namespace AsyncBenchmarks.Scenarios;

/// <summary>
/// Operations in a row, awaited by a loop in an async method of the same library; the calling thread waits for its end.
/// </summary>
/// <typeparam name="TAwaiter">The awaiter of the loop's task.</typeparam>
#pragma warning disable CA1001 // _finished is not disposed: it has no handle to give back, and its Set may outlast the Wait that it ends.
internal abstract class YieldWorkload<TAwaiter> : Workload
    where TAwaiter : struct, INotifyCompletion
#pragma warning restore CA1001
{
    protected const int Operations = 1_000;

    // A loop takes less than a millisecond, so this is a hang. An exception says more than a process that never ends.
    private static readonly TimeSpan s_patience = TimeSpan.FromSeconds(30);

    private static readonly TimeSpan s_timeToLeave = TimeSpan.FromMilliseconds(20);

    private readonly ManualResetEventSlim _finished = new();
    private readonly Action _finish;
    private TAwaiter _awaiter;
    private long _sum;
    private Exception? _failure;

    protected YieldWorkload() => _finish = Finish;

    public override int OperationsPerRun => Operations;

    public sealed override void Run()
    {
        _finished.Reset();
        _sum = 0;
        TAwaiter awaiter = Start();
        _awaiter = awaiter;
        awaiter.OnCompleted(_finish); // not on the field: the loop may end, and clear it, in the middle of this
        if (!_finished.Wait(s_patience))
        {
            throw new WorkloadException($"The loop of {Operations} operations did not end within {s_patience}.");
        }

        if (_failure is not null)
        {
            throw new WorkloadException("The loop failed: " + _failure);
        }

        if (_sum != Operations * (Operations - 1) / 2)
        {
            throw new WorkloadException($"The numbers of {Operations} operations add up to {_sum}.");
        }
    }

    /// <summary>
    /// Lets the thread that ended the last loop leave it: Mono aborts a process's threads at its end, and a library that is
    /// still on its way out takes that for a second result.
    /// </summary>
    public override void Cleanup() => Thread.Sleep(s_timeToLeave);

    /// <summary>Starts the loop. It adds up the operations' numbers, from 0 on.</summary>
    protected abstract TAwaiter Start();

    /// <summary>Takes the loop's result: the sum. It gives the loop's objects back, so it comes before the next start.</summary>
    protected abstract long Take(ref TAwaiter awaiter);

    private void Finish()
    {
        try
        {
            _sum = Take(ref _awaiter);
        }
#pragma warning disable CA1031 // Rethrown where it is waited for; here it would end the process.
        catch (Exception exception)
#pragma warning restore CA1031
        {
            _failure = exception;
        }

        _awaiter = default;
        _finished.Set();
    }
}

/// <summary>
/// The sum of the operations without a result. They run one after the other, on different threads, and the thread
/// pool orders them.
/// </summary>
internal static class YieldSum
{
    private static long s_sum;

    public static void Add(int number) => s_sum += number;

    /// <summary>The sum; the next one starts at 0.</summary>
    public static long Take()
    {
        long sum = s_sum;
        s_sum = 0;
        return sum;
    }
}
