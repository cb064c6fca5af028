using System;
using System.Linq;
using System.Threading;
using System.Threading.Tasks;
using AsyncBenchmarks.Runner;
using PooledAwait;

namespace AsyncBenchmarks.Lab.Depots;

/// <summary>
/// Measures operations whose objects one thread rents and another returns: in a ring of threads each starts batches of operations and
/// completes those of the thread before it. One thread alone completes its own.
/// </summary>
internal static class ThreadTraffic
{
    /// <summary>So many that most objects of a batch go through the depot.</summary>
    private const int Batch = 500;

    // The phases of a measurement.
    private const int WarmUp = 0;
    private const int Measured = 1;
    private const int Over = 2;

    /// <summary>Measures pooled operations.</summary>
    /// <inheritdoc cref="Measure{TSlot}"/>
    public static double MeasurePooled(int threads, bool isInterleaved, int milliseconds) =>
        Measure<PooledSlot>(threads, isInterleaved, milliseconds);

    /// <summary>Measures the framework's Task.</summary>
    /// <inheritdoc cref="Measure{TSlot}"/>
    public static double MeasureTask(int threads, bool isInterleaved, int milliseconds) =>
        Measure<TaskSlot>(threads, isInterleaved, milliseconds);

    /// <param name="threads">The number of threads.</param>
    /// <param name="isInterleaved">
    /// Whether a thread completes one operation after each that it starts, so that its magazines suffice, and the depot is not used.
    /// </param>
    /// <param name="milliseconds">The length of the measurement; as long is worked before.</param>
    /// <returns>The processor's time of starting and completing one operation, in nanoseconds, without waits for other threads.</returns>
    private static double Measure<TSlot>(int threads, bool isInterleaved, int milliseconds)
        where TSlot : Slot, new()
    {
        Lane[] lanes = [.. Enumerable.Range(0, threads).Select(_ => new Lane([new TSlot(), new TSlot()], isInterleaved))];
        int phase = WarmUp;
        Thread[] all =
        [
            .. Enumerable.Range(0, threads).Select(index => new Thread(() =>
            {
                Lane own = lanes[index];
                Lane next = lanes[(index + 1) % threads];
                while (Volatile.Read(ref phase) is var now && now != Over)
                {
                    own.Go(next, isMeasured: now == Measured);
                }
            })),
        ];
        Array.ForEach(all, static thread => thread.Start());
        Thread.Sleep(milliseconds);
        Volatile.Write(ref phase, Measured);
        Thread.Sleep(milliseconds);
        Volatile.Write(ref phase, Over);
        Array.ForEach(all, static thread => thread.Join());
        return 2 * (double)lanes.Sum(static lane => lane.Nanoseconds) / ((double)Batch * lanes.Sum(static lane => lane.Halves));
    }

    /// <summary>A thread, with the batches that it is to complete.</summary>
    private sealed class Lane(Slot[] slots, bool isInterleaved)
    {
        private int _toStart;
        private int _toComplete;
        private bool _hasBegun;

        public long Halves { get; private set; }

        public long Nanoseconds { get; private set; }

        private Slot[] Slots => slots;

        /// <summary>Starts a batch for the next thread if it has room, and completes one if there is one.</summary>
        public void Go(Lane next, bool isMeasured)
        {
            Slot toStart = next.Slots[_toStart];
            Slot toComplete = slots[_toComplete];
            bool starts = !toStart.IsFull;
            bool completes = toComplete.IsFull;
            if (isInterleaved && _hasBegun)
            {
                starts = completes = starts && completes;
            }

            if (!starts && !completes)
            {
                Thread.Yield();
                return;
            }

            long? began = ProcessorTime.ReadThreadNanoseconds();
            if (isInterleaved)
            {
                for (int i = 0; i < Batch; i++)
                {
                    toStart.Start(i);
                    if (completes)
                    {
                        toComplete.Complete(i);
                    }
                }
            }
            else
            {
                for (int i = 0; i < Batch && starts; i++)
                {
                    toStart.Start(i);
                }

                for (int i = 0; i < Batch && completes; i++)
                {
                    toComplete.Complete(i);
                }
            }

            long? end = ProcessorTime.ReadThreadNanoseconds();
            if (starts)
            {
                _hasBegun = true;
                toStart.EndStart();
                _toStart ^= 1;
            }

            if (completes)
            {
                toComplete.EndCompletion();
                _toComplete ^= 1;
            }

            if (isMeasured)
            {
                // Two for each batch: its start and its completion.
                Halves += (starts ? 1 : 0) + (completes ? 1 : 0);
                Nanoseconds += (end - began)!.Value;
            }
        }
    }

    /// <summary>A batch of operations, which one thread starts and another completes.</summary>
    private abstract class Slot
    {
        private bool _isFull;

        public bool IsFull => Volatile.Read(ref _isFull);

        /// <summary>The sum of the results; the completing thread uses it.</summary>
        protected long Sum { get; set; }

        public abstract void Start(int number);

        public abstract void Complete(int number);

        public void EndStart() => Volatile.Write(ref _isFull, true); // after the batch, which the other thread then completes

        public void EndCompletion()
        {
            if (Sum != Batch * (Batch - 1) / 2)
            {
                throw new WorkloadException($"{Batch} operations have added up {Sum}.");
            }

            Sum = 0;
            Volatile.Write(ref _isFull, false); // after the batch, which the other thread then starts again
        }
    }

    private sealed class PooledSlot : Slot
    {
        private readonly PooledValueTaskSource<int>[] _sources = new PooledValueTaskSource<int>[Batch];

        public override void Start(int number)
        {
            _sources[number] = PooledValueTaskSource<int>.Create();
            AddAsync(_sources[number].PooledTask).Forget();
        }

        public override void Complete(int number) => _sources[number].TrySetResult(number);

        private async PooledValueTask AddAsync(PooledValueTask<int> operation)
        {
            int result = await operation;
            Sum += result;
        }
    }

    private sealed class TaskSlot : Slot
    {
        private readonly TaskCompletionSource<int>[] _sources = new TaskCompletionSource<int>[Batch];

        public override void Start(int number)
        {
            _sources[number] = new TaskCompletionSource<int>();
            _ = AddAsync(_sources[number].Task);
        }

        public override void Complete(int number) => _sources[number].TrySetResult(number);

        private async Task AddAsync(Task<int> operation)
        {
            int result = await operation;
            Sum += result;
        }
    }
}
