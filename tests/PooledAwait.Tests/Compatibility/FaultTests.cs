using System;
using System.Collections.Generic;
using System.Linq;
using System.Threading;
using System.Threading.Tasks;

namespace PooledAwait.Tests;

/// <summary>What was wrong in PooledAwait 1.x, and is a promise of this library.</summary>
public sealed class FaultTests
{
    private static PooledValueTaskSource[] s_sources = [];
    private static PooledValueTask[] s_tasks = [];

    /// <summary>In 1.x setters looked first and set then: both could win, throw, or complete the object's next user.</summary>
    [Fact]
    public void Fault01_RacingSetters_OneWinsAndTheLoserTouchesNobody()
    {
        PooledValueTaskSource<int> source = default;
        int wins = 0;
        Duel.Run(
            Rounds.Of(100_000, 1_000_000),
            prepare: _ =>
            {
                wins = 0;
                source = PooledValueTaskSource<int>.Create();
            },
            left: _ => SetAndUseAgain(1),
            right: _ => SetAndUseAgain(2),
            check: _ => Assert.Equal(1, wins));

        void SetAndUseAgain(int value)
        {
            if (!source.TrySetResult(value))
            {
                return;
            }

            Interlocked.Increment(ref wins);
            Assert.Equal(value, source.Task.Result);
            PooledValueTaskSource<int> next = PooledValueTaskSource<int>.Create(); // the same object, while the other may still try
            Assert.True(next.TrySetResult(3));
            Assert.Equal(3, next.Task.Result);
        }
    }

    /// <summary>In 1.x a consumed handle was valid again after 65,536 further uses of the object.</summary>
    [Fact]
    public void Fault02_ConsumedHandle_IsNeverValidAgain() => Watchdog.Run(() =>
    {
        PooledValueTaskSource<int> stale = PooledValueTaskSource<int>.Create();
        ValueTask<int> staleTask = stale.Task;
        stale.SetResult(1);
        Assert.Equal(1, staleTask.Result);

        for (int i = 0; i < 3 * 65_536; i++)
        {
            PooledValueTaskSource<int> next = PooledValueTaskSource<int>.Create();
            Assert.False(stale.IsValid);
            Assert.False(stale.TrySetResult(2));
            next.SetResult(3);
            Assert.Equal(3, next.Task.Result);
        }

        Assert.Throws<InvalidOperationException>(() => staleTask.Result);
    });

    /// <summary>In 1.x AsyncLocal values were the completing thread's after an await, and a callee's changes leaked out.</summary>
    [Fact]
    [Trait(FlowMode.Needs, FlowMode.Flow)]
    public void Fault03_ExecutionContext_FlowsIntoTheMethodAndNotOutOfIt() => Watchdog.Run(() =>
    {
        AsyncLocal<string> local = new() { Value = "caller" };
        PooledValueTaskSource source = PooledValueTaskSource.Create();
        ValueTask<string?> task = Callee().AsValueTask();

        Assert.Equal("caller", local.Value);
        PoolTests.RunOnAnotherThread(() =>
        {
            local.Value = "completer";
            source.SetResult();
            Assert.Equal("completer", local.Value);
        });

        Assert.Equal("callee", task.Result);
        Assert.Equal("caller", local.Value);

        async PooledValueTask<string?> Callee()
        {
            local.Value = "callee";
            await source.Task;
            return local.Value;
        }
    });

    /// <summary>In 1.x a chain of a few thousand awaits overflowed the stack.</summary>
    [Fact]
    public void Fault04_DeepChain_CompletesOnASmallStack() => Watchdog.Run(
        () =>
        {
            const int Links = 1_000_000;
            PooledValueTaskSource<int> source = PooledValueTaskSource<int>.Create();
            PooledValueTask<int> task = source.PooledTask;
            for (int i = 0; i < Links; i++)
            {
                task = Link(task);
            }

            source.SetResult(0);
            Assert.Equal(Links, task.GetAwaiter().GetResult());

            static async PooledValueTask<int> Link(PooledValueTask<int> inner) => await inner + 1;
        },
        stackSize: Watchdog.SmallStack);

    /// <summary>In 1.x a cancellation lost its token and message, and was Canceled in one place and Faulted in another.</summary>
    [Fact]
    public void Fault05_Cancellation_KeepsItsTokenAndMessageAndIsCanceledEverywhere() => Watchdog.Run(() =>
    {
        using CancellationTokenSource cancellation = new();
        OperationCanceledException thrown = new("mine", cancellation.Token);
        PooledValueTaskSource<int> source = PooledValueTaskSource<int>.Create();
        source.SetException(thrown);
        PooledValueTaskSource<int> inner = PooledValueTaskSource<int>.Create();
        PooledValueTask<int> suspended = Await(inner.PooledTask);
        PooledTask<int> task = AwaitAsTask();
        inner.SetException(thrown);
        Task<int> asTask = Await(source.PooledTask).AsValueTask().AsTask();

        Assert.True(suspended.AsValueTask().IsCanceled);
        Assert.True(task.AsTask().IsCanceled);
        Assert.True(asTask.IsCanceled);
        Assert.Same(thrown, Assert.Throws<OperationCanceledException>(() => suspended.GetAwaiter().GetResult()));
        Assert.Same(thrown, Assert.Throws<OperationCanceledException>(() => task.GetAwaiter().GetResult()));
        Assert.Equal(
            cancellation.Token, Assert.ThrowsAny<OperationCanceledException>(() => asTask.GetAwaiter().GetResult()).CancellationToken);

        static async PooledValueTask<int> Await(PooledValueTask<int> inner) => await inner;

        async PooledTask<int> AwaitAsTask()
        {
            await Task.CompletedTask;
            throw thrown;
        }
    });

    /// <summary>In 1.x the second of two threads that block for the same result slept for ever.</summary>
    [Fact]
    public void Fault06_TwoThreadsBlocking_OneGetsTheResultAndTheOtherAnException() => Watchdog.Run(() =>
    {
        for (int round = 0; round < 20; round++)
        {
            PooledValueTaskSource<int> source = PooledValueTaskSource<int>.Create();
            ValueTask<int> task = source.Task;
            int results = 0;
            int refused = 0;
            Thread[] threads = [.. Enumerable.Range(0, 2).Select(_ => new Thread(() =>
            {
                try
                {
                    Interlocked.Add(ref results, task.GetAwaiter().GetResult());
                }
                catch (InvalidOperationException)
                {
                    Interlocked.Increment(ref refused);
                }
            }))];
            Array.ForEach(threads, thread => thread.Start());
            Watchdog.WaitFor(() => Volatile.Read(ref refused) == 1, "the refusal, which does not wait for the result");
            source.SetResult(42);
            Array.ForEach(threads, thread => thread.Join());

            Assert.Equal(42, results);
        }
    });

    /// <summary>In 1.x continuations of a lazy source's task ran while the source was locked.</summary>
    [Fact]
    public void Fault07_LazySource_RunsContinuationsUnderNoLock() => Watchdog.Run(() =>
    {
        LazyTaskCompletionSource<int> source = LazyTaskCompletionSource<int>.Create();
        bool refused = false;
        source.Task.GetAwaiter().UnsafeOnCompleted(() =>
            PoolTests.RunOnAnotherThread(() => refused = !source.TrySetResult(2))); // would wait for the lock

        source.SetResult(1);

        Assert.True(refused);
        source.Dispose();
    });

    /// <summary>In 1.x a handler that threw silenced the others and escaped; without a handler the exception was lost.</summary>
    [Fact]
    public void Fault08_FireAndForget_TellsEveryHandlerAndLosesNothing() => Watchdog.Run(() =>
    {
        using UnobservedExceptions unobserved = new();
        List<Exception> seen = [];
        TestException first = new("first");
        TestException second = new("second");
        Action<Exception> thrower = static _ => throw new TestException("by a handler");
        Action<Exception> listener = seen.Add;
        FireAndForget.Exception += thrower;
        FireAndForget.Exception += listener;
        _ = Throw(first);
        FireAndForget.Exception -= thrower;
        FireAndForget.Exception -= listener;
        _ = Throw(second);

        Assert.Equal([first], seen);
        Assert.Equal(1, unobserved.CountOf(second));

        static async FireAndForget Throw(Exception exception)
        {
            await Task.CompletedTask;
            throw exception;
        }
    });

    /// <summary>In 1.x more than some 17 of a kind in flight allocated, and so did objects that changed threads.</summary>
    [Fact]
    public void Fault09_ManyInFlightAndOtherThreads_AllocateNothing() => Watchdog.Run(() =>
    {
        const int Count = 10_000;
        s_sources = new PooledValueTaskSource[Count];
        s_tasks = new PooledValueTask[Count];
        using BlockingQueueThread other = new();
        Action end = End;
        Bytes.AssertPerUseInProcess(0, static () =>
        {
            Begin();
            End();
        }, uses: 1);
        Bytes.AssertPerUseInProcess(0, () =>
        {
            Begin();
            other.Run(end);
        }, uses: 1);

        static void Begin()
        {
            for (int i = 0; i < Count; i++)
            {
                s_sources[i] = PooledValueTaskSource.Create();
                s_tasks[i] = Run(s_sources[i].PooledTask);
            }
        }

        static void End()
        {
            for (int i = 0; i < Count; i++)
            {
                s_sources[i].SetResult();
                s_tasks[i].GetAwaiter().GetResult();
            }
        }

        static async PooledValueTask Run(PooledValueTask inner) => await inner;
    });

    /// <summary>In 1.x every await rented a box, and every resumption copied the state machine out of it.</summary>
    [Fact]
    public void Fault10_SuspendedMethod_HasOneBoxForAllItsAwaits() => Watchdog.Run(() =>
    {
        const int Awaits = 100;
        PooledValueTaskSource[] sources = [.. Enumerable.Range(0, Awaits).Select(_ => PooledValueTaskSource.Create())];
        long before = Rented();
        PooledValueTask task = ManyAwaits(sources);
        Array.ForEach(sources, source => source.SetResult());
        task.GetAwaiter().GetResult();

        Assert.Equal(before + 1, Rented());

        static async PooledValueTask ManyAwaits(PooledValueTaskSource[] sources)
        {
            foreach (PooledValueTaskSource source in sources)
            {
                await source.PooledTask;
            }
        }

        static long Rented() => Pool.GetStatistics()
            .Where(pool => pool.Type.Name.Contains(nameof(ManyAwaits), StringComparison.Ordinal)).Sum(pool => pool.Rented);
    });

    /// <summary>In 1.x [PoolSize] did not reach the boxes of async methods, and returning an object twice went unnoticed.</summary>
    [Fact]
    public void Fault11_PoolSizeAndDoubleReturn_AreRespected() => Watchdog.Run(() =>
    {
        PooledValueTaskSource[] sources = [.. Enumerable.Range(0, 10).Select(_ => PooledValueTaskSource.Create())];
        PooledValueTask[] tasks = [.. sources.Select(source => Sized.Run(source.PooledTask))];
        Array.ForEach(sources, source => source.SetResult());
        Array.ForEach(tasks, task => task.GetAwaiter().GetResult());
        Assert.Equal(3, Pool.GetStatistics().Single(pool => pool.Type.DeclaringType == typeof(Sized)).Idle);

        Sized.Item item = new();
        Pool.Return(item);
        Assert.Throws<InvalidOperationException>(() => Pool.Return(item));
        Assert.Same(item, Pool.TryRent<Sized.Item>());
        Assert.Null(Pool.TryRent<Sized.Item>());
    });

    /// <summary>
    /// In 1.x two different results were equal, and a null exception or a default struct could end in the runtime's exceptions.
    /// </summary>
    [Fact]
    public void Fault12_EqualityNullAndDefault_AreHarmless()
    {
        Assert.NotEqual(new PooledValueTask<int>(1), new PooledValueTask<int>(2));
        Assert.NotEqual(new PooledValueTaskSource<int>(1), new PooledValueTaskSource<int>(2));
        Assert.Equal(new PooledValueTask<string>("a"), new PooledValueTask<string>("a"));
        _ = default(PooledValueTask<string>).GetHashCode();
        _ = default(PooledValueTaskSource<string>).GetHashCode();

        Assert.Throws<ArgumentNullException>(() => PooledValueTaskSource.Create().SetException(null!));
        Assert.Throws<ArgumentNullException>(() => PooledValueTaskSource<int>.Create().TrySetException(null!));
        Assert.Throws<ArgumentNullException>(() => ValueTaskCompletionSource<int>.Create().SetException(null!));
        Assert.Throws<ArgumentNullException>(() => LazyTaskCompletionSource.Create().SetException(null!));

        default(PooledValueTask).GetAwaiter().GetResult();
        Assert.Null(default(PooledValueTask<string>).GetAwaiter().GetResult());
        Assert.True(default(PooledTask).AsTask().IsCompletedSuccessfully);
        Assert.Equal(0, default(PooledTask<int>).AsTask().Result);
        Assert.True(default(PooledValueTaskSource).Task.IsCompletedSuccessfully);
        Assert.False(default(PooledValueTaskSource<int>).TrySetResult(1));
        Assert.False(default(ValueTaskCompletionSource<int>).TrySetCanceled());
        Assert.Throws<InvalidOperationException>(() => { _ = default(ValueTaskCompletionSource<int>).Task; });
        default(LazyTaskCompletionSource).Dispose();
        default(LazyTaskCompletionSource<int>).Dispose();
    }

    [PoolSize(3)]
    private static class Sized
    {
        internal static async PooledValueTask Run(PooledValueTask inner) => await inner;

        internal sealed class Item;
    }
}
