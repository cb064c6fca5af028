using System;
using System.Linq;
using System.Runtime.CompilerServices;
using System.Threading;
using System.Threading.Tasks;
using System.Threading.Tasks.Sources;
using AsyncBenchmarks.Bodies;
using AsyncBenchmarks.Lab.LowerBounds;
using AsyncBenchmarks.Tests;

namespace AsyncBenchmarks.Lab.Tests;

/// <summary>The hand-written async methods behind ValueTasks do what they are a floor for, and what a ValueTask allows.</summary>
public class HandWrittenValueTaskTests
{
    private static readonly AsyncLocal<string?> s_local = new();
    private static readonly SynchronizationContext s_other = new();

    private static string? s_seen;
    private static int s_sum;

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public void Method_ThatChangesItsContexts_ChangesNothingForItsCaller(bool suspends) => Watchdog.Run("A method", () =>
    {
        s_local.Value = "caller";
        s_seen = "";
        ResultTaker.Forget(MeddleAndAwait(NewTask()));
        ResultTaker<int>.Forget(MeddleAndReturn(NewTask()));

        Assert.Equal("caller caller ", s_seen);
        Assert.Equal("caller", s_local.Value);
        Assert.Null(SynchronizationContext.Current);

        ValueTask<int> NewTask() => suspends ? new ValueTask<int>(HandWrittenSource<int>.Create().Operation, 0) : new ValueTask<int>(0);
    });

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public void Method_Resumed_SeesItsContextAndLeavesTheCompleterHis(bool isSuppressed) => Watchdog.Run("A method", () =>
    {
        s_local.Value = "first";
        HandWrittenSource<int> source = HandWrittenSource<int>.Create();
        ValueTask<int> inner = AwaitAndMeddle(new ValueTask<int>(source.Operation, 0));
        s_local.Value = "second";
        ResultTaker<int>.Forget(AwaitAndMeddle(inner));
        s_local.Value = "completer";
        s_seen = "";
        if (isSuppressed)
        {
            ExecutionContext.SuppressFlow();
        }

        source.SetResult(1);

        Assert.Equal("first second ", s_seen);
        Assert.Equal("completer", s_local.Value);
        Assert.Null(SynchronizationContext.Current);
        Assert.Equal(isSuppressed, ExecutionContext.IsFlowSuppressed());
    });

    [Fact]
    public void Method_ThatSuspendsAgain_SeesWhatItHasChanged() => Watchdog.Run("A method", () =>
    {
        s_local.Value = "awaiter";
        HandWrittenSource<int> first = HandWrittenSource<int>.Create();
        HandWrittenSource<int> second = HandWrittenSource<int>.Create();
        ResultTaker.Forget(AwaitBothAndMeddle(new ValueTask<int>(first.Operation, 0), new ValueTask<int>(second.Operation, 0)));
        s_local.Value = "completer";
        s_seen = "";

        first.SetResult(1);
        Assert.Equal("completer", s_local.Value);
        second.SetResult(1);

        Assert.Equal("awaiter changed ", s_seen);
        Assert.Equal("completer", s_local.Value);
    });

    [Fact]
    public void Method_BehindAForeignAwaiter_SeesItsContextAndLeavesTheCompleterHis() => Watchdog.Run("A method", () =>
    {
        Gate gate = new(1);
        s_local.Value = "awaiter";
        ResultTaker.Forget(WaitAndMeddle(gate));
        s_local.Value = "completer";
        s_seen = "";

        gate.Open();

        Assert.Equal("awaiter ", s_seen);
        Assert.Equal("completer", s_local.Value);
        Assert.Null(SynchronizationContext.Current);
    });

    [Fact]
    public void Method_ThatYields_SeesItsContextAndLeavesTheThreadPoolClean() => Watchdog.Run("A method", () =>
    {
        const int Methods = 100;
        s_local.Value = "awaiter";
        s_seen = "";
        for (int method = 0; method < Methods; method++)
        {
            using ManualResetEventSlim yielded = new();
            using ManualResetEventSlim looked = new();
            ResultTaker.Forget(YieldAndMeddle(yielded));
            yielded.Wait();
            string? local = null;
            SynchronizationContext? synchronizationContext = null;
            ThreadPool.UnsafeQueueUserWorkItem(
                _ =>
                {
                    local = s_local.Value;
                    synchronizationContext = SynchronizationContext.Current;
                    looked.Set();
                },
                null);
            looked.Wait();

            Assert.Null(local);
            Assert.Null(synchronizationContext);
        }

        Assert.Equal(string.Concat(Enumerable.Repeat("awaiter changed ", Methods)), s_seen);
        Assert.Equal("awaiter", s_local.Value);
    });

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public void Operation_WhoseResultWasTaken_IsUsedAgain(bool isCompleteFirst) => Watchdog.Run("An operation", () =>
    {
        HandWrittenSource<int> source = HandWrittenSource<int>.Create();
        if (isCompleteFirst)
        {
            source.SetResult(1);
        }

        ResultTaker.Forget(AwaitAndAdd(new ValueTask<int>(source.Operation, 0)));
        if (!isCompleteFirst)
        {
            source.SetResult(1);
        }

        Assert.Same(source.Operation, HandWrittenSource<int>.Create().Operation);
        Assert.NotSame(source.Operation, HandWrittenSource<int>.Create().Operation);
    });

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public void Callback_OfADelegate_SeesItCompleteAndTheContextThatFlows(bool flows) => Watchdog.Run("A callback", () =>
    {
        HandWrittenSource<int> source = HandWrittenSource<int>.Create();
        ValueTask<int> task = new(source.Operation, 0);
        bool isCompleted = false;
        Action callback = () =>
        {
            isCompleted = task.IsCompleted;
            Meddle();
        };
        s_local.Value = "awaiter";
        if (flows)
        {
            task.GetAwaiter().OnCompleted(callback);
        }
        else
        {
            task.GetAwaiter().UnsafeOnCompleted(callback);
        }

        s_local.Value = "completer";
        s_seen = "";
        source.SetResult(1);

        Assert.True(isCompleted);
        Assert.Equal(flows ? "awaiter " : "completer ", s_seen);
        Assert.Equal("completer", s_local.Value);
        Assert.Null(SynchronizationContext.Current);
    });

    [Fact]
    public void Operation_BehindASourceThatPassesTheContinuationOn_IsUsedAgainOnlyWhenItsResultIsTaken() =>
        Watchdog.Run("An operation", () =>
    {
        s_sum = 0;
        HandWrittenSource<int> source = HandWrittenSource<int>.Create();
        ResultTaker.Forget(AwaitAndAdd(new ValueTask<int>(new Wrapper(source.Operation), 0)));

        source.SetResult(1);

        Assert.Equal(7, s_sum);
        Assert.NotSame(source.Operation, HandWrittenSource<int>.Create().Operation);
        Assert.Equal(1, source.Operation.GetResult(0));
        Assert.Same(source.Operation, HandWrittenSource<int>.Create().Operation);
    });

    [Fact]
    public void Method_ThatHasEnded_KeepsNothingAlive() => Watchdog.Run("A method", () =>
    {
        WeakReference argument = StartAndEnd();
        GC.Collect();

        Assert.False(argument.IsAlive);
    });

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public void Completion_JustBeforeTheRegistration_ResumesTheMethodOnce(bool isSecond) => Watchdog.Run("A method", () =>
    {
        s_sum = 0;
        HandWrittenSource<int> other = HandWrittenSource<int>.Create();
        HandWrittenSource<int> source = HandWrittenSource<int>.Create();
        ResultTaker.Forget(AwaitAndAdd(AwaitLateAndAdd(isSecond ? other : null, new Late(source, () => source.SetResult(1)))));
        other.SetResult(1);

        Assert.Equal(isSecond ? 3 : 2, s_sum);
    });

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public void Completion_WhileAnotherThreadAwaits_ResumesTheMethodOnce(bool isSecond) => Watchdog.Run("Two threads", () =>
    {
        const int Rounds = 20_000;
        HandWrittenSource<int>[] sources = new HandWrittenSource<int>[Rounds];
        for (int round = 0; round < Rounds; round++)
        {
            sources[round] = HandWrittenSource<int>.Create();
        }

        s_sum = 0;
        int awaiting = -1;
        int completing = -1;
        Thread completer = new(() =>
        {
            for (int round = 0; round < Rounds; round++)
            {
                WaitFor(ref awaiting, round);
                Volatile.Write(ref completing, round);
                Thread.SpinWait(round % 16);
                sources[round].SetResult(1);
            }
        });
        completer.Start();
        for (int round = 0; round < Rounds; round++)
        {
            int now = round;
            Late late = new(sources[round], () =>
            {
                // In step, and now the one is sooner, now the other, so that the two meet everywhere.
                Volatile.Write(ref awaiting, now);
                WaitFor(ref completing, now);
                Thread.SpinWait(now / 16 % 4);
            });
            HandWrittenSource<int> other = HandWrittenSource<int>.Create();
            ResultTaker.Forget(AwaitAndAdd(AwaitLateAndAdd(isSecond ? other : null, late)));
            other.SetResult(1);
        }

        completer.Join();
        Assert.Equal((isSecond ? 3 : 2) * Rounds, Volatile.Read(ref s_sum));
    });

    [MethodImpl(MethodImplOptions.NoInlining)] // so that nothing of it stays on the stack
    private static WeakReference StartAndEnd()
    {
        object argument = new();
        HandWrittenSource<int> source = HandWrittenSource<int>.Create();
        ResultTaker.Forget(AwaitAndKeep(new ValueTask<int>(source.Operation, 0), argument));
        source.SetResult(1);
        return new WeakReference(argument);
    }

    private static void WaitFor(ref int turn, int round)
    {
        for (int looks = 1; Volatile.Read(ref turn) < round; looks++)
        {
            if (looks % 256 == 0)
            {
                Thread.Yield();
            }
        }
    }

    [AsyncMethodBuilder(typeof(HandWrittenValueTaskBuilder))]
    private static async ValueTask MeddleAndAwait(ValueTask<int> task)
    {
        Meddle();
        await task;
    }

    [AsyncMethodBuilder(typeof(HandWrittenValueTaskBuilder<>))]
    private static async ValueTask<int> MeddleAndReturn(ValueTask<int> task)
    {
        Meddle();
        return await task;
    }

    [AsyncMethodBuilder(typeof(HandWrittenValueTaskBuilder<>))]
    private static async ValueTask<int> AwaitAndMeddle(ValueTask<int> task)
    {
        int result = await task;
        Meddle();
        return result;
    }

    [AsyncMethodBuilder(typeof(HandWrittenValueTaskBuilder))]
    private static async ValueTask AwaitBothAndMeddle(ValueTask<int> first, ValueTask<int> second)
    {
        await first;
        Meddle();
        await second;
        Meddle();
    }

    [AsyncMethodBuilder(typeof(HandWrittenValueTaskBuilder))]
    private static async ValueTask WaitAndMeddle(Gate gate)
    {
        await gate;
        Meddle();
    }

    [AsyncMethodBuilder(typeof(HandWrittenValueTaskBuilder))]
    private static async ValueTask AwaitAndKeep(ValueTask<int> task, object argument)
    {
        await task;
        GC.KeepAlive(argument);
    }

    [AsyncMethodBuilder(typeof(HandWrittenValueTaskBuilder))]
    private static async ValueTask AwaitAndAdd(ValueTask<int> task) => Interlocked.Add(ref s_sum, await task);

    [AsyncMethodBuilder(typeof(HandWrittenValueTaskBuilder<>))]
    private static async ValueTask<int> AwaitLateAndAdd(HandWrittenSource<int>? first, Late second)
    {
        if (first is { } source)
        {
            Interlocked.Add(ref s_sum, await new ValueTask<int>(source.Operation, 0));
        }

        Interlocked.Add(ref s_sum, await second);
        return 1;
    }

    [AsyncMethodBuilder(typeof(HandWrittenValueTaskBuilder))]
    private static async ValueTask YieldAndMeddle(ManualResetEventSlim yielded)
    {
        await Task.Yield();
        Meddle();
        await Task.Yield();
        Meddle();
        yielded.Set();
    }

    private static void Meddle()
    {
        s_seen += s_local.Value + " ";
        s_local.Value = "changed";
        SynchronizationContext.SetSynchronizationContext(s_other);
    }

    /// <summary>Awaits a source after the question whether it is complete was answered with no, whatever happens meanwhile.</summary>
    private readonly struct Late(HandWrittenSource<int> source, Action meanwhile) : ICriticalNotifyCompletion
    {
        public bool IsCompleted
        {
            get
            {
                meanwhile();
                return false;
            }
        }

        public Late GetAwaiter() => this;

        public int GetResult() => new ValueTask<int>(source.Operation, 0).GetAwaiter().GetResult();

        public void OnCompleted(Action continuation) => new ValueTask<int>(source.Operation, 0).GetAwaiter().OnCompleted(continuation);

        public void UnsafeOnCompleted(Action continuation) =>
            new ValueTask<int>(source.Operation, 0).GetAwaiter().UnsafeOnCompleted(continuation);
    }

    /// <summary>Passes continuations on to another source, and gives its own result; who has wrapped it takes the other's.</summary>
    private sealed class Wrapper(IValueTaskSource<int> source) : IValueTaskSource<int>
    {
        public int GetResult(short token) => 7;

        public ValueTaskSourceStatus GetStatus(short token) => source.GetStatus(token);

        public void OnCompleted(Action<object?> continuation, object? state, short token, ValueTaskSourceOnCompletedFlags flags) =>
            source.OnCompleted(continuation, state, token, flags);
    }
}
