using System;
using System.Threading;

namespace AsyncBenchmarks.Bodies;

/// <summary>One library's lock, which async methods enter without blocking a thread.</summary>
internal interface ILock
{
    /// <summary>Enters the lock, on this thread, which may block.</summary>
    void Enter();

    /// <summary>Leaves the lock that <see cref="Enter"/> has entered.</summary>
    void Leave();

    /// <summary>Starts an async method that enters the lock so many times, and counts inside; discards its task.</summary>
    void Count(Entries entries, int times);
}

/// <summary>
/// Async methods enter and leave a lock. Either a hundred, one after the other, find it free, or so many methods enter it again and
/// again, while the others wait in line. Per entry.
/// </summary>
/// <param name="waiters">How many methods wait; 0 if the lock is free.</param>
internal sealed class LockWorkload<TBody>(int waiters) : Workload
    where TBody : struct, ILock
{
    private const int Uncontended = 100;

    // So many that waking a thread of the pool, once in a run, is little beside them.
    private const int Contended = 10_000;

    private readonly Entries _entries = new();
    private readonly int _times = waiters == 0 ? 1 : Haste.Choose(Contended, 1_000) / waiters;

    public override int OperationsPerRun => waiters == 0 ? Uncontended : waiters * _times;

    public override void Run()
    {
        _entries.Expect(OperationsPerRun);
        if (waiters == 0)
        {
            for (int i = 0; i < Uncontended; i++)
            {
                default(TBody).Count(_entries, 1);
            }
        }
        else
        {
            default(TBody).Enter();
            for (int i = 0; i < waiters; i++)
            {
                default(TBody).Count(_entries, _times);
            }

            _entries.DemandNone();
            default(TBody).Leave();
        }

        _entries.Demand();
    }
}

/// <summary>Counts entries. Only the lock guards the counter, so that two methods inside at once lose a count.</summary>
#pragma warning disable CA1001 // It has no handle to give back.
internal sealed class Entries
#pragma warning restore CA1001
{
    private static readonly TimeSpan s_limit = TimeSpan.FromSeconds(30);

    private readonly ManualResetEventSlim _ended = new();
    private int _expected;
    private int _count;

    /// <summary>Starts over.</summary>
    public void Expect(int count)
    {
        _expected = count;
        _count = 0;
        _ended.Reset();
    }

    /// <summary>A method is inside.</summary>
    public void Add()
    {
        if (++_count == _expected)
        {
            _ended.Set();
        }
    }

    /// <summary>Nobody may be inside yet.</summary>
    public void DemandNone()
    {
        if (_count != 0)
        {
            throw new WorkloadException($"{_count} methods have entered a lock that was held.");
        }
    }

    /// <summary>Waits for all.</summary>
    public void Demand()
    {
        if (!_ended.Wait(s_limit))
        {
            throw new WorkloadException(
                $"After {s_limit.TotalSeconds} s {_count} entries are counted; it should be {_expected}. "
                + "The others hang, or two were inside.");
        }
    }
}
