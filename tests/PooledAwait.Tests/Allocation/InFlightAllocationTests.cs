using System;
using System.Threading;

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
        long[] bytes = [-1, -1];
        Watchdog.Run(() =>
        {
            using Barrier barrier = new(2);
            Thread consumer = new(() =>
            {
                for (int burst = 0; burst < 2 * Bursts; burst++)
                {
                    if (burst == Bursts)
                    {
                        bytes[1] = GC.GetAllocatedBytesForCurrentThread();
                    }

                    barrier.SignalAndWait();
                    Complete();
                    barrier.SignalAndWait();
                }

                bytes[1] = GC.GetAllocatedBytesForCurrentThread() - bytes[1];
            });
            consumer.Start();
            for (int burst = 0; burst < 2 * Bursts; burst++)
            {
                if (burst == Bursts)
                {
                    bytes[0] = GC.GetAllocatedBytesForCurrentThread();
                }

                Start();
                barrier.SignalAndWait();
                barrier.SignalAndWait();
            }

            bytes[0] = GC.GetAllocatedBytesForCurrentThread() - bytes[0];
            consumer.Join();
        });
        Assert.Equal([0, 0], bytes);
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
