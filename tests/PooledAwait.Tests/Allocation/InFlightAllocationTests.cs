namespace PooledAwait.Tests.Allocation;

/// <summary>Many operations at once, and across threads: all objects return to a pool.</summary>
[Trait(FlowMode.Needs, FlowMode.Pooling)]
public class InFlightAllocationTests
{
    private const int InFlight = 10_000;

    private static readonly PooledValueTaskSource<int>[] s_sources = new PooledValueTaskSource<int>[InFlight];
    private static readonly PooledValueTask<int>[] s_tasks = new PooledValueTask<int>[InFlight];

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

    /// <summary>Sources, waits and lock waiters that are all registered with one token.</summary>
    [Theory]
    [InlineData(100)]
    [InlineData(100_000)]
    public void RegistrationsWithOneToken_AllocateNothing(int count)
    {
        using CancellationTokenSource cancellation = new();
        PooledValueTaskSource<int>[] sources = new PooledValueTaskSource<int>[count];
        PooledValueTask<int>[] waits = new PooledValueTask<int>[count];
        PooledValueTask[] waiters = new PooledValueTask[count];
        PooledSemaphore semaphore = new(0);
        Watchdog.Run(() => Assert.Equal(0, Bytes.PerUse(Use, uses: 5)));

        void Use()
        {
            for (int i = 0; i < count; i++)
            {
                sources[i] = PooledValueTaskSource<int>.Create(cancellation.Token);
                waits[i] = sources[i].PooledTask.WaitAsync(cancellation.Token);
                waiters[i] = semaphore.WaitAsync(cancellation.Token);
            }

            semaphore.Release(count);
            for (int i = 0; i < count; i++)
            {
                sources[i].SetResult(i);
                Assert.True(i == waits[i].GetAwaiter().GetResult(), "The result is another wait's."); // Equal would allocate
                waiters[i].GetAwaiter().GetResult();
            }
        }
    }

    private static void Start()
    {
        for (int i = 0; i < InFlight; i++)
        {
            s_sources[i] = PooledValueTaskSource<int>.Create();
            s_tasks[i] = Awaiting.Pass(s_sources[i].PooledTask);
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
}
