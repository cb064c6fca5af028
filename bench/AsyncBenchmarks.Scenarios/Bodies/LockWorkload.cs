using System.Diagnostics;
using System.Threading;

namespace AsyncBenchmarks.Bodies;

/// <summary>One library's lock, which async methods enter without blocking a thread.</summary>
internal interface ILock
{
    /// <summary>Enters the lock, on this thread, which may block.</summary>
    void Enter();

    /// <summary>Leaves the lock that <see cref="Enter"/> has entered.</summary>
    void Leave();

    /// <summary>Starts an async method that enters the lock, adds 1 and leaves; discards it by the library's own means.</summary>
    void Count(Tally tally);
}

/// <summary>
/// Async methods enter and leave a lock: one after the other while it is free, or so many that wait for its owner. Per method.
/// </summary>
/// <param name="waiters">How many wait for the owner; 0 if the lock is free.</param>
internal sealed class LockWorkload<TBody>(int waiters) : Workload
    where TBody : struct, ILock
{
    private const int Uncontended = 100;

    private readonly Tally _tally = new();

    public override int OperationsPerRun => waiters == 0 ? Uncontended : waiters;

    public override void Run()
    {
        if (waiters == 0)
        {
            for (int i = 0; i < Uncontended; i++)
            {
                default(TBody).Count(_tally);
            }

            _tally.Demand(Uncontended, Uncontended);
            return;
        }

        default(TBody).Enter();
        for (int i = 0; i < waiters; i++)
        {
            default(TBody).Count(_tally);
        }

        if (_tally.Count != 0)
        {
            throw new WorkloadException($"{_tally.Count} methods have entered a lock that was held.");
        }

        default(TBody).Leave();

        // The methods end on other threads within microseconds. A wait that yields or sleeps would be measured in their place.
        long start = Stopwatch.GetTimestamp();
        while (_tally.Count < waiters && Stopwatch.GetTimestamp() - start < Stopwatch.Frequency)
        {
            Thread.SpinWait(10);
        }

        _tally.Demand(waiters, waiters);
    }
}
