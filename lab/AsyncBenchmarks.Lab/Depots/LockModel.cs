using System;
using System.Collections.Generic;
using PooledAwait;

namespace AsyncBenchmarks.Lab.Depots;

/// <summary>
/// A discrete-event simulation of threads that exchange magazines with one depot: its lock as <see cref="ShortLock"/> waits for it, and the
/// operating system's time slices where there are more threads than cores. The work between two exchanges is uniform between nothing and
/// twice its mean. Not thread-safe.
/// </summary>
internal sealed class LockModel
{
    private const int Exchanges = 300_000;

    /// <summary>More, because a time slice rarely ends while its thread has the lock.</summary>
    private const int OversubscribedExchanges = 1_000_000;

    private const int None = -1;

    private readonly LockCosts _costs;
    private readonly double _work;
    private readonly Random _random = new(1);
    private readonly Simulated[] _threads;
    private readonly Core[] _cores;

    /// <summary>The next event of each core, and, as complements of threads, the ends of sleeps.</summary>
    private readonly PriorityQueue<int, double> _events = new();
    private readonly Queue<int> _ready = new();

    private double _now;
    private int _holder = None;
    private int _lastCore = None;

    /// <summary>Whether a thread has looked at the lock since its holder entered, and whether that has delayed the holder.</summary>
    private bool _isProbed;
    private bool _isDelayed;
    private long _exchanges;
    private double _worked;

    /// <param name="costs">The costs.</param>
    /// <param name="threads">The number of threads.</param>
    /// <param name="cores">The number of cores.</param>
    /// <param name="work">The mean work between two exchanges of a thread, in nanoseconds.</param>
    public LockModel(LockCosts costs, int threads, int cores, double work)
    {
        _costs = costs;
        _work = work;
        _threads = new Simulated[threads];
        _cores = new Core[cores];
        Array.Fill(_cores, new Core { Thread = None });
        for (int thread = 0; thread < threads; thread++)
        {
            // Some threads begin in the middle of their work.
            _threads[thread].Remaining = _random.NextDouble() * _work;
            _ready.Enqueue(thread);
        }

        for (int core = 0; core < cores; core++)
        {
            RunNext(core, delay: 0);
        }
    }

    /// <summary>Finds the work between two exchanges at which waiting takes a share of it.</summary>
    /// <param name="costs">The costs.</param>
    /// <param name="threads">The number of threads.</param>
    /// <param name="cores">The number of cores.</param>
    /// <param name="share">The time of waiting divided by that of work.</param>
    /// <returns>The work, in nanoseconds; less work makes threads wait for a larger share.</returns>
    public static double FindWork(LockCosts costs, int threads, int cores, double share)
    {
        double low = 1;
        double high = 1e7;
        while (high / low > 1.01)
        {
            double middle = Math.Sqrt(low * high);
            (low, high) = ShareOfWaiting(costs, threads, cores, middle) > share ? (middle, high) : (low, middle);
        }

        return Math.Sqrt(low * high);
    }

    /// <summary>The time of waiting divided by that of work, without what an exchange takes on its own.</summary>
    /// <inheritdoc cref="LockModel(LockCosts, int, int, double)"/>
    public static double ShareOfWaiting(LockCosts costs, int threads, int cores, double work)
    {
        LockUse use = new LockModel(costs, threads, cores, work).Run(threads > cores ? OversubscribedExchanges : Exchanges);
        return (use.CoreTime - use.Work - costs.HoldAfterOther - costs.Outside) / use.Work;
    }

    /// <summary>Simulates.</summary>
    /// <param name="exchanges">The number of exchanges, after a tenth as many to begin with.</param>
    public LockUse Run(int exchanges)
    {
        RunUntil(exchanges / 10);
        double start = _now;
        double worked = _worked;
        long before = _exchanges;
        RunUntil(before + exchanges);
        int cores = Math.Min(_cores.Length, _threads.Length);
        double perExchange = 1.0 / (_exchanges - before);
        return new LockUse((_now - start) * cores * perExchange, (_worked - worked) * perExchange);
    }

    private void RunUntil(long exchanges)
    {
        while (_exchanges < exchanges)
        {
            _events.TryDequeue(out int next, out _now);
            if (next >= 0)
            {
                OnCore(next);
            }
            else
            {
                _ready.Enqueue(~next);
                int idle = Array.FindIndex(_cores, static core => core.Thread == None);
                if (idle != None)
                {
                    RunNext(idle, delay: 0);
                }
            }
        }
    }

    /// <summary>A core's thread has ended its step, or the core its time slice.</summary>
    private void OnCore(int core)
    {
        int thread = _cores[core].Thread;
        if (_cores[core].StepEnd <= _now)
        {
            EndStep(core, thread);
        }
        else if (_ready.Count == 0)
        {
            _cores[core].SliceEnd = _now + _costs.TimeSlice;
            Schedule(core);
        }
        else
        {
            Requeue(core, _cores[core].StepEnd - _now);
        }
    }

    private void EndStep(int core, int thread)
    {
        if (thread != _holder)
        {
            TryEnter(core, thread);
        }
        else if (_isProbed)
        {
            // Once, because the holder's last store then waits for the line.
            _isProbed = false;
            _isDelayed = true;
            BeginStep(core, _costs.Probe);
        }
        else
        {
            _holder = None;
            _lastCore = core;
            _exchanges++;
            _threads[thread].Waits = 0;
            double work = 2 * _work * _random.NextDouble();
            _worked += work;
            BeginStep(core, _costs.Outside + work);
        }
    }

    private void TryEnter(int core, int thread)
    {
        if (_holder == None)
        {
            _holder = thread;
            _isProbed = _isDelayed = false;
            BeginStep(core, _lastCore == core ? _costs.Hold : _costs.HoldAfterOther);
            return;
        }

        _isProbed = !_isDelayed;
        int waits = ++_threads[thread].Waits;
        if (waits <= ShortLock.Spins)
        {
            BeginStep(core, (1 << waits) * _costs.Spin);
        }
        else if (waits % ShortLock.WaitsPerSleep == 0)
        {
            _threads[thread].Remaining = 0;
            _events.Enqueue(~thread, _now + _costs.Sleep);
            RunNext(core, _costs.Switch);
        }
        else if (_ready.Count == 0)
        {
            BeginStep(core, _costs.Yield);
        }
        else
        {
            Requeue(core, 0);
        }
    }

    private void Requeue(int core, double remaining)
    {
        _threads[_cores[core].Thread].Remaining = remaining;
        _ready.Enqueue(_cores[core].Thread);
        RunNext(core, _costs.Switch);
    }

    private void RunNext(int core, double delay)
    {
        if (_ready.TryDequeue(out int thread))
        {
            _cores[core].Thread = thread;
            _cores[core].SliceEnd = _now + delay + _costs.TimeSlice;
            BeginStep(core, delay + _threads[thread].Remaining);
        }
        else
        {
            _cores[core].Thread = None;
        }
    }

    private void BeginStep(int core, double length)
    {
        _cores[core].StepEnd = _now + length;
        Schedule(core);
    }

    private void Schedule(int core) => _events.Enqueue(core, Math.Min(_cores[core].StepEnd, _cores[core].SliceEnd));

    private struct Simulated
    {
        /// <summary>The rest of its step, while it does not run.</summary>
        public double Remaining;

        /// <summary>How often it has found the lock taken since its last exchange.</summary>
        public int Waits;
    }

    private struct Core
    {
        /// <summary><see cref="None"/> where no thread runs.</summary>
        public int Thread;
        public double StepEnd;
        public double SliceEnd;
    }
}

/// <summary>The use of a depot's lock, per exchange.</summary>
/// <param name="CoreTime">The time of all cores, in nanoseconds.</param>
/// <param name="Work">The part of it that is work between exchanges.</param>
internal readonly record struct LockUse(double CoreTime, double Work);
