using System;
using System.Runtime.CompilerServices;
using System.Threading;

namespace PooledAwait.Tests.Soak;

/// <summary>Objects that are no longer used leave no memory behind.</summary>
public class MemoryTests
{
    /// <summary>What the process may have grown by: caches of the runtime, and the pools' own arrays.</summary>
    private const long Bound = 4 * 1024 * 1024;

    [Fact]
    public void ShortLivedThreads_TwoThousand_LeaveBoundedMemory()
    {
        Watchdog.Run(() =>
        {
            RunThreads(200);
            Garbage.Collect();
            long before = GC.GetTotalMemory(false);
            RunThreads(2_000);
            Garbage.Collect();
            Assert.InRange(GC.GetTotalMemory(false) - before, long.MinValue, Bound);
        });

        static void RunThreads(int count)
        {
            for (int i = 0; i < count; i++)
            {
                Thread thread = new(static () =>
                {
                    // More in flight than a magazine holds, so that the thread dies with objects of its own.
                    PooledValueTaskSource<int>[] sources = new PooledValueTaskSource<int>[100];
                    PooledValueTask<int>[] tasks = new PooledValueTask<int>[100];
                    for (int k = 0; k < sources.Length; k++)
                    {
                        sources[k] = PooledValueTaskSource<int>.Create();
                        tasks[k] = Pass(sources[k].PooledTask);
                    }

                    for (int k = 0; k < sources.Length; k++)
                    {
                        sources[k].SetResult(k);
                        tasks[k].GetAwaiter().GetResult();
                    }
                });
                thread.Start();
                thread.Join();
            }
        }
    }

    [Fact]
    public void NeverAwaitedOperations_HundredThousand_AreCollected()
    {
        Watchdog.Run(() =>
        {
            Drop(1_000);
            Garbage.Collect();
            long before = GC.GetTotalMemory(false);
            long peak = 0;
            for (int i = 0; i < 10; i++)
            {
                Drop(10_000);
                Garbage.Collect();
                peak = Math.Max(peak, GC.GetTotalMemory(false) - before);
            }

            Assert.InRange(peak, long.MinValue, Bound);
        });

        [MethodImpl(MethodImplOptions.NoInlining)]
        static void Drop(int count)
        {
            for (int i = 0; i < count; i++)
            {
                // Pending for ever; complete and not consumed; failed and not consumed.
                _ = Pass(PooledValueTaskSource<int>.Create().PooledTask);
                PooledValueTaskSource<int> source = PooledValueTaskSource<int>.Create();
                _ = Pass(source.PooledTask);
                source.SetResult(1);
                PooledValueTaskSource<int>.Create().SetCanceled();
            }
        }
    }

    [Fact]
    public void NeverAwaitedOperation_IsNotLentOutAgain() => Watchdog.Run(() =>
    {
        PooledValueTaskSource<int> dropped = PooledValueTaskSource<int>.Create();
        dropped.SetResult(1);
        for (int i = 0; i < 1_000; i++)
        {
            PooledValueTaskSource<int> other = PooledValueTaskSource<int>.Create();
            Assert.NotSame(dropped.PooledTask._operation, other.PooledTask._operation);
        }

        Assert.Equal(1, dropped.Task.Result);
    });

    private static async PooledValueTask<int> Pass(PooledValueTask<int> task)
    {
        await task;
        return 1;
    }
}
