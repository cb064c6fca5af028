namespace PooledAwait.Tests.Tasks;

/// <summary>Blocking in GetResult: what happens to the operation when the thread is interrupted, and what the thread pool sees.</summary>
public sealed class BlockingTests
{
    [Theory]
    [Booleans]
    public void GetResult_Interrupted_LeavesTheOperationToNobody(bool fails) => Watchdog.Run(() =>
    {
        TestException error = new();
        PooledValueTaskSource<int> source = PooledValueTaskSource<int>.Create();
        PooledValueTask<int> task = source.PooledTask;
        BlockAndInterrupt(task);

        // There is one place, and the thread has it.
        Assert.Throws<InvalidOperationException>(() => task.GetAwaiter().UnsafeOnCompleted(static () => { }));
        Assert.True(fails ? source.TrySetException(error) : source.TrySetResult(42));
        if (fails)
        {
            Assert.Same(error, Assert.Throws<TestException>(() => { task.GetAwaiter().GetResult(); }));
        }
        else
        {
            Assert.Equal(42, task.GetAwaiter().GetResult());
        }

        Assert.False(source.IsValid);
    });

    [Fact]
    public void GetResult_OnManyThreadsOfThePool_GetsThreadsAsFastAsTask() => Watchdog.Run(() =>
    {
        // The pool adds a thread within milliseconds for one that it knows to block, and otherwise one in half a second or more.
        // What the test host itself blocks uses up the threads that it would add, unless the pool's minimum has room for those.
        ThreadPool.GetMinThreads(out int minimum, out int minimumOfPorts);
        int items = ThreadPool.ThreadCount + 30;
        ThreadPool.SetMinThreads(ThreadPool.ThreadCount + minimum, minimumOfPorts);
        using Restoration restoration = new(() => ThreadPool.SetMinThreads(minimum, minimumOfPorts));
        TaskCompletionSource<int> task = new();
        TimeSpan framework = TimeUntilAllRun(items, _ => task.Task.GetAwaiter().GetResult(), () => task.SetResult(1));

        PooledValueTaskSource<int>[] sources = [.. Enumerable.Range(0, items).Select(_ => PooledValueTaskSource<int>.Create())];
        TimeSpan ours = TimeUntilAllRun(
            items,
            i => sources[i].PooledTask.GetAwaiter().GetResult(),
            () => Array.ForEach(sources, source => source.SetResult(1)));

        Assert.InRange(ours.TotalSeconds, 0, (1.5 * framework.TotalSeconds) + 2.5);
    });

    private static TimeSpan TimeUntilAllRun(int items, Func<int, int> block, Action end)
    {
        int running = 0;
        int sum = 0;
        using CountdownEvent done = new(items);
        Stopwatch watch = Stopwatch.StartNew();
        for (int i = 0; i < items; i++)
        {
            int index = i;
            ThreadPool.UnsafeQueueUserWorkItem(
                _ =>
                {
                    Interlocked.Increment(ref running);
                    Interlocked.Add(ref sum, block(index));
                    done.Signal();
                },
                null);
        }

        SpinWait.SpinUntil(() => Volatile.Read(ref running) == items, TimeSpan.FromSeconds(30));
        TimeSpan elapsed = watch.Elapsed;
        end();
        done.Wait();
        Assert.Equal(items, sum);
        return elapsed;
    }

    private static void BlockAndInterrupt(PooledValueTask<int> task)
    {
        Exception? thrown = null;
        Thread thread = new(() => thrown = Record.Exception(() => task.GetAwaiter().GetResult()));
        thread.UnsafeStart();
        Watchdog.WaitFor(() => task._operation!.Describe(task._token) == "Pending, awaited", "the thread to block");
        thread.Interrupt();
        thread.Join();
        Assert.IsType<ThreadInterruptedException>(thrown);
    }
}
