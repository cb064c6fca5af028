using System;
using System.Diagnostics;
using System.Linq;
using System.Threading;
using System.Threading.Tasks;

namespace PooledAwait.Tests.Tasks;

/// <summary>Blocking in GetResult: what a thread that is interrupted leaves behind, and what the thread pool is told.</summary>
public sealed class BlockingTests
{
    /// <summary>What is done with an operation after the thread that blocked on it was interrupted.</summary>
    public enum Successor
    {
        /// <summary>It is blocked on again.</summary>
        Block,

        /// <summary>It is blocked on again and interrupted again, and then once more blocked on.</summary>
        BlockTwice,

        /// <summary>A pooled method awaits it.</summary>
        Await,

        /// <summary>The framework's awaiter of its ValueTask awaits it.</summary>
        AwaitAsValueTask,

        /// <summary>Then continues it.</summary>
        Continue,

        /// <summary>It is forgotten.</summary>
        Forget,
    }

    public static TheoryData<Successor, bool> Cases
    {
        get
        {
            TheoryData<Successor, bool> cases = [];
            foreach (Successor then in Enum.GetValues<Successor>())
            {
                cases.Add(then, false);
                cases.Add(then, true);
            }

            return cases;
        }
    }

    [Theory]
    [MemberData(nameof(Cases))]
    public void GetResult_Interrupted_LeavesTheOperationToTheNextWhoAwaits(Successor then, bool fails) => Watchdog.Run(() =>
    {
        TestException error = new();
        using UnobservedExceptions unobserved = new();
        PooledValueTaskSource<int> source = PooledValueTaskSource<int>.Create();
        PooledValueTask<int> task = source.PooledTask;
        BlockAndInterrupt(task);
        if (then == Successor.BlockTwice)
        {
            BlockAndInterrupt(task);
        }

        Func<int>? result = null;
        switch (then)
        {
            case Successor.Block or Successor.BlockTwice:
                Task<int> blocking = Task.Factory.StartNew(
                    () => task.GetAwaiter().GetResult(), CancellationToken.None, TaskCreationOptions.LongRunning, TaskScheduler.Default);
                Assert.False(blocking.Wait(50));
                result = () => blocking.GetAwaiter().GetResult();
                break;
            case Successor.Await:
                PooledValueTask<int> awaiting = Await();
                result = () => awaiting.GetAwaiter().GetResult();
                break;
            case Successor.AwaitAsValueTask:
                Task<int> awaitingAsTask = task.AsValueTask().AsTask();
                result = () => awaitingAsTask.GetAwaiter().GetResult();
                break;
            case Successor.Continue:
                PooledValueTask<int> continuing = task.Then(static value => value);
                result = () => continuing.GetAwaiter().GetResult();
                break;
            default:
                task.Forget();
                break;
        }

        // There is one place, and it is taken now.
        Assert.Throws<InvalidOperationException>(() => task.GetAwaiter().UnsafeOnCompleted(static () => { }));

        if (fails)
        {
            source.SetException(error);
        }
        else
        {
            source.SetResult(42);
        }

        if (result is not null && fails)
        {
            Assert.Same(error, Assert.Throws<TestException>(() => { result(); }));
        }
        else if (result is not null)
        {
            Assert.Equal(42, result());
        }

        Assert.False(source.IsValid);
        Assert.Equal(result is null && fails ? 1 : 0, unobserved.CountOf(error));

        async PooledValueTask<int> Await() => await task;
    });

    [Fact]
    public void GetResult_InterruptedAndThenComplete_CanBeForgottenOrAwaited() => Watchdog.Run(() =>
    {
        PooledValueTaskSource<int> forgotten = PooledValueTaskSource<int>.Create();
        BlockAndInterrupt(forgotten.PooledTask);
        forgotten.SetResult(1);
        forgotten.PooledTask.Forget();
        Assert.False(forgotten.IsValid);

        PooledValueTaskSource<int> awaited = PooledValueTaskSource<int>.Create();
        BlockAndInterrupt(awaited.PooledTask);
        awaited.SetResult(2);
        Assert.Equal(2, awaited.Task.AsTask().GetAwaiter().GetResult());
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

    private readonly struct Restoration(Action restore) : IDisposable
    {
        public void Dispose() => restore();
    }
}
