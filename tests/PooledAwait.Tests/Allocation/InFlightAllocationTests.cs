using System;

namespace PooledAwait.Tests.Allocation;

/// <summary>Many at once, and from thread to thread: everything finds its way back to a pool.</summary>
public class InFlightAllocationTests
{
    private const int InFlight = 10_000;

    private static readonly PooledValueTaskSource<int>[] s_sources = new PooledValueTaskSource<int>[InFlight];
    private static readonly PooledValueTask<int>[] s_tasks = new PooledValueTask<int>[InFlight];

    [Fact]
    public void TenThousandInFlight_AllocateNothing()
    {
        double bytes = double.NaN;
        Watchdog.Run(() => bytes = Bytes.PerUse(
            static () =>
            {
                Start();
                Complete();
            },
            uses: 20));
        Assert.Equal(0, bytes);
    }

    [Fact]
    public void MadeOnOneThreadAndConsumedOnAnother_AllocateNothing()
    {
        const int Bursts = 20;
        long made = -1;
        long consumed = -1;
        Watchdog.Run(() =>
        {
            using BlockingQueueThread consumer = new();
            long retired;
            Play(consumer);
            do
            {
                retired = Pools.Retired();
                made = 0;
                consumed = 0;
                Play(consumer);
            }
            while (Pools.Retired() != retired);
        });
        Assert.Equal((0, 0), (made, consumed));

        // What each thread allocates in its own part: what it costs to meet the other is not ours.
        void Play(BlockingQueueThread consumer)
        {
            for (int burst = 0; burst < Bursts; burst++)
            {
                made += BytesOf(Start);
                consumer.Run(() => consumed += BytesOf(Complete));
            }
        }

        static long BytesOf(Action part)
        {
            long before = GC.GetAllocatedBytesForCurrentThread();
            part();
            return GC.GetAllocatedBytesForCurrentThread() - before;
        }
    }

    private static void Start()
    {
        for (int i = 0; i < InFlight; i++)
        {
            s_sources[i] = PooledValueTaskSource<int>.Create();
            s_tasks[i] = Pass(s_sources[i].PooledTask);
        }
    }

    private static void Complete()
    {
        for (int i = 0; i < InFlight; i++)
        {
            s_sources[i].SetResult(i);
            if (s_tasks[i].GetAwaiter().GetResult() != i)
            {
                throw new InvalidOperationException();
            }
        }
    }

    private static async PooledValueTask<int> Pass(PooledValueTask<int> task) => await task;
}
