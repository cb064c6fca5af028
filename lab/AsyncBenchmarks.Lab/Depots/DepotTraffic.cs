using System;
using System.Collections.Generic;
using System.Diagnostics;
using System.Linq;
using System.Threading;
using AsyncBenchmarks.Statistics;
using PooledAwait;

namespace AsyncBenchmarks.Lab.Depots;

/// <summary>
/// Measures a depot alone: threads exchange magazines of objects with it, one full for an empty one and an empty one for a full one in
/// turns, without using the objects. Work between two exchanges is a loop of arithmetic.
/// </summary>
/// <param name="milliseconds">The length of each measurement.</param>
internal sealed class DepotTraffic(int milliseconds)
{
    private const int Repetitions = 7;
    private const int RoundsPerLook = 1_000;

    /// <summary>So many that random uses do not empty the depot.</summary>
    private const int FullArrays = 4_000;

    /// <summary>A gap between two looks at the clock that only another thread on the core explains.</summary>
    private const double GapNanoseconds = 100_000;

    /// <summary>So many measurements for <see cref="Repetitions"/> steady ones.</summary>
    private const int Attempts = 5 * Repetitions;

    /// <summary>The largest ratio of two measurements of the same distance.</summary>
    private const double Steady = 1.4;

    /// <summary>A turn takes longer only if the two threads do not run at the same time, in nanoseconds.</summary>
    private const double LongestTurn = 2_000;

    private readonly Depot _depot = new(typeof(DepotTraffic), int.MaxValue, isUnloadable: false);
    private double _nanosecondsPerIteration;

    /// <summary>Measures all parameters of <see cref="LockModel"/>.</summary>
    /// <exception cref="BusyMachineException">Two threads did not run at the same time.</exception>
    public LockCosts MeasureCosts()
    {
        Warm();
        ExchangingThread thread = new(_depot);
        double exchange = MedianOf(() => PerRound(thread.UnloadAndLoad) / 2);
        double enter = MedianOf(() => PerRound(_depot.CountRejected));
        HandOver handOver = MeasureHandOver();
        return new LockCosts
        {
            Hold = Math.Max(0, exchange - enter),
            HoldAfterOther = handOver.Exchange,
            Outside = Math.Min(exchange, enter),
            Probe = handOver.Turn,
            Spin = MedianOf(() => PerRound(static () => Thread.SpinWait(64)) / 64),
            Yield = MedianOf(() => PerRound(static () => Thread.Yield())),
            Switch = MedianOf(MeasureSwitch),
            Sleep = MedianOf(() => PerRound(static () => Thread.Sleep(1), roundsPerLook: 1)),
            TimeSlice = MeasureTimeSlice(),
        };
    }

    /// <summary>
    /// Measures the exchange that follows one of another core, and the way of a cache line to the other core. The cores of a
    /// virtual machine are sometimes near each other and sometimes far, so that only steady measurements count.
    /// </summary>
    /// <exception cref="BusyMachineException">Two threads did not run at the same time, or no measurement was steady.</exception>
    public HandOver MeasureHandOver()
    {
        List<HandOver> steady = [];
        for (int i = 0; i < Attempts && steady.Count < Repetitions; i++)
        {
            double before = MeasureTurns(exchanges: false);
            double exchange = MeasureTurns(exchanges: true) - before;
            double after = MeasureTurns(exchanges: false);
            if (IsSteady(before, after) && after < LongestTurn && exchange > 0)
            {
                steady.Add(new HandOver(exchange, after));
            }
        }

        return steady.Count == 0
            ? throw new BusyMachineException()
            : steady.OrderBy(static each => each.Exchange).ElementAt(steady.Count / 2);
    }

    /// <summary>Measures the way of a cache line to the other core.</summary>
    public double MeasureTurn() => MeasureTurns(exchanges: false);

    /// <summary>Whether two measurements are of the same distance.</summary>
    public static bool IsSteady(double before, double after) => Math.Max(before, after) < Steady * Math.Min(before, after);

    /// <summary>Measures several threads at once.</summary>
    /// <param name="threads">The number of threads.</param>
    /// <param name="work">The mean work between two exchanges of a thread, in nanoseconds.</param>
    /// <returns>The time of the used cores per exchange, in nanoseconds.</returns>
    public double Measure(int threads, double work) => MeasureIterations(threads, (int)Math.Round(work / IterationNanoseconds()));

    /// <summary>Rents and returns in random order on one thread.</summary>
    /// <returns>The number of uses for each time that the lock is taken.</returns>
    public double MeasureMixedUses()
    {
        const int Uses = 4_000_000;
        ExchangingThread thread = new(_depot);
        Random random = new(1);
        for (int i = 0; i < Uses; i++)
        {
            thread.Use(isRental: random.Next(2) == 0);
        }

        return (double)Uses / thread.Entries;
    }

    /// <summary>Measures how long the work of <see cref="Measure"/> takes now; a machine changes its speed.</summary>
    public double MeasureWork(double work) => Measure(1, work) - Measure(1, 0);

    private double MeasureIterations(int threads, int iterations) => MedianOf(() =>
    {
        long exchanges = 0;
        double nanoseconds = RunTogether(threads, (index, isOver) =>
        {
            ExchangingThread thread = new(_depot);
            ulong state = (ulong)index + 1;
            long count = 0;
            while (!isOver())
            {
                thread.Unload();
                state = Work(state + (ulong)thread.ArrayLength, iterations);
                thread.Load();
                state = Work(state + (ulong)thread.ArrayLength, iterations);
                count += 2;
            }

            Interlocked.Add(ref exchanges, count);
        });
        return nanoseconds * Math.Min(threads, Environment.ProcessorCount) / exchanges;
    });

    /// <summary>Works uniformly between nothing and twice so many iterations.</summary>
    private static ulong Work(ulong state, int iterations)
    {
        ulong next = (state * 6364136223846793005) + 1442695040888963407;
        for (uint left = iterations == 0 ? 0 : (uint)(next >> 33) % ((2 * (uint)iterations) + 1); left != 0; left--)
        {
            next = (next * 6364136223846793005) + 1442695040888963407;
        }

        return next;
    }

    /// <summary>Measured between the same exchanges as all else.</summary>
    private double IterationNanoseconds()
    {
        const int Iterations = 1_000;
        if (_nanosecondsPerIteration == 0)
        {
            _nanosecondsPerIteration = (MeasureIterations(1, Iterations) - MeasureIterations(1, 0)) / Iterations;
        }

        return _nanosecondsPerIteration;
    }

    /// <summary>Lets the just-in-time compiler finish, and fills the depot.</summary>
    private void Warm()
    {
        ExchangingThread thread = new(_depot);
        for (int i = 0; i < FullArrays; i++)
        {
            thread.Unload();
        }

        for (int i = 0; i < 5; i++)
        {
            PerRound(thread.UnloadAndLoad);
            PerRound(_depot.CountRejected);
            MeasureTurns(exchanges: true);
            MeasureTurns(exchanges: false);
        }
    }

    private static double MedianOf(Func<double> measure) => Median.Of(Enumerable.Range(0, Repetitions).Select(_ => measure()));

    private double PerRound(Action round, int roundsPerLook = RoundsPerLook)
    {
        long end = Stopwatch.Frequency * milliseconds / 1000;
        long start = Stopwatch.GetTimestamp();
        long rounds = 0;
        long elapsed;
        do
        {
            for (int i = 0; i < roundsPerLook; i++)
            {
                round();
            }

            rounds += roundsPerLook;
            elapsed = Stopwatch.GetTimestamp() - start;
        }
        while (elapsed < end);
        return ToNanoseconds(elapsed) / rounds;
    }

    /// <summary>Two threads on two cores go on in turns, one unloads and the other loads.</summary>
    /// <returns>The time of a turn.</returns>
    private double MeasureTurns(bool exchanges)
    {
        int turn = 0;
        long turns = 0;
        double nanoseconds = RunTogether(2, (index, isOver) =>
        {
            ExchangingThread thread = new(_depot);
            while (!isOver())
            {
                while (Volatile.Read(ref turn) != index)
                {
                    if (isOver())
                    {
                        return;
                    }
                }

                if (exchanges)
                {
                    if (index == 0)
                    {
                        thread.Unload();
                    }
                    else
                    {
                        thread.Load();
                    }
                }

                turns++;
                Volatile.Write(ref turn, 1 - index);
            }
        });
        return nanoseconds / turns;
    }

    private double MeasureSwitch()
    {
        long yields = 0;
        double nanoseconds = RunTogether(2 * Environment.ProcessorCount, (_, isOver) =>
        {
            long count = 0;
            while (!isOver())
            {
                Thread.Yield();
                count++;
            }

            Interlocked.Add(ref yields, count);
        });
        return nanoseconds * Environment.ProcessorCount / yields;
    }

    private double MeasureTimeSlice()
    {
        List<double> slices = [];
        RunTogether(2 * Environment.ProcessorCount, (_, isOver) =>
        {
            long began = Stopwatch.GetTimestamp();
            long before = began;
            bool isWhole = false;
            while (!isOver())
            {
                long now = Stopwatch.GetTimestamp();
                if (ToNanoseconds(now - before) > GapNanoseconds)
                {
                    if (isWhole)
                    {
                        lock (slices)
                        {
                            slices.Add(ToNanoseconds(before - began));
                        }
                    }

                    isWhole = true;
                    began = now;
                }

                before = now;
            }
        });
        return slices.Count == 0 ? milliseconds * 1e6 : Median.Of(slices);
    }

    /// <summary>Runs threads together for the length of a measurement.</summary>
    /// <param name="threads">The number of threads.</param>
    /// <param name="body">Gets the thread's index, and whether the time is over.</param>
    /// <returns>The time, in nanoseconds.</returns>
    private double RunTogether(int threads, Action<int, Func<bool>> body)
    {
        bool isOver = false;
        using Barrier start = new(threads + 1);
        Thread[] all =
        [
            .. Enumerable.Range(0, threads).Select(index => new Thread(() =>
            {
                start.SignalAndWait();
                body(index, () => Volatile.Read(ref isOver));
            })),
        ];
        Array.ForEach(all, static thread => thread.Start());
        start.SignalAndWait();
        long began = Stopwatch.GetTimestamp();
        Thread.Sleep(milliseconds);
        Volatile.Write(ref isOver, true);
        double nanoseconds = ToNanoseconds(Stopwatch.GetTimestamp() - began);
        Array.ForEach(all, static thread => thread.Join());
        return nanoseconds;
    }

    private static double ToNanoseconds(long ticks) => ticks * (1e9 / Stopwatch.Frequency);

    /// <summary>A thread's magazine, of which only the counts change: its objects are never used.</summary>
    private sealed class ExchangingThread
    {
        private readonly Depot _depot;
        private readonly object _item = new();
        private readonly Magazine _magazine;

        public ExchangingThread(Depot depot)
        {
            _depot = depot;
            _magazine = depot.AddMagazine(new Magazine?[1], 0);
            _magazine.Slots = NewSlots();
            _magazine.Spare = NewSlots();
        }

        /// <summary>The length of the array that came from the depot. Work that uses it cannot begin before the array is there.</summary>
        public int ArrayLength => _magazine.Slots!.Length;

        /// <summary>Exchanges a full array for an empty one.</summary>
        public void Unload()
        {
            _magazine.First = _item;
            _magazine.Count = _magazine.SpareCount = Magazine.Capacity;
            _depot.Put(_magazine, _item);
        }

        /// <summary>Exchanges an empty array for a full one.</summary>
        public void Load()
        {
            _magazine.First = null;
            _magazine.Count = _magazine.SpareCount = 0;
            _magazine.Spare ??= NewSlots();
            _depot.Take(_magazine);
        }

        /// <summary>How often <see cref="Use"/> has taken the lock.</summary>
        public int Entries { get; private set; }

        /// <summary>Rents or returns an object, as <c>OperationPools</c> does.</summary>
        public void Use(bool isRental)
        {
            if (isRental)
            {
                if (_magazine.TryTake() is null)
                {
                    Entries++;
                    _depot.Take(_magazine);
                }
            }
            else if (!_magazine.TryPut(_item))
            {
                Entries++;
                _depot.Put(_magazine, _item);
            }
        }

        public void UnloadAndLoad()
        {
            Unload();
            Load();
        }

        private Magazine.Slot[] NewSlots()
        {
            Magazine.Slot[] slots = new Magazine.Slot[Magazine.Capacity];
            for (int i = 0; i < slots.Length; i++)
            {
                slots[i].Value = _item;
            }

            return slots;
        }
    }
}

/// <summary>What two cores pay for using a depot in turns, in nanoseconds.</summary>
/// <param name="Exchange">An exchange after one of the other core.</param>
/// <param name="Turn">The way of a cache line to the other core.</param>
internal readonly record struct HandOver(double Exchange, double Turn);

/// <summary>Another process had a core, so that two threads took turns on the other.</summary>
internal sealed class BusyMachineException : Exception
{
    /// <summary>Creates the exception.</summary>
    public BusyMachineException()
        : base("Two threads did not run steadily at the same time, because other processes use this machine. Measure when it is idle.")
    {
    }
}
