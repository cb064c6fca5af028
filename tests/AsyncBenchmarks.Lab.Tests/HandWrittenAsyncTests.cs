using System;
using System.Runtime.CompilerServices;
using System.Threading;
using AsyncBenchmarks.Lab.LowerBounds;
using AsyncBenchmarks.Tests;
using Nothing = AsyncBenchmarks.Lab.LowerBounds.HandWrittenNothing;

namespace AsyncBenchmarks.Lab.Tests;

/// <summary>The hand-written async methods do what they are a floor for.</summary>
public class HandWrittenAsyncTests
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
        MeddleAndAwait(NewTask()).Forget();
        MeddleAndReturn(NewTask()).Forget();

        Assert.Equal("caller caller ", s_seen);
        Assert.Equal("caller", s_local.Value);
        Assert.Null(SynchronizationContext.Current);

        HandWrittenTask<int> NewTask() => new(suspends ? HandWrittenSource<int>.Create().Operation : null, 0);
    });

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public void Method_Resumed_SeesItsContextAndLeavesTheCompleterHis(bool isSuppressed) => Watchdog.Run("A method", () =>
    {
        s_local.Value = "first";
        HandWrittenSource<int> source = HandWrittenSource<int>.Create();
        HandWrittenTask<int> inner = AwaitAndMeddle(new HandWrittenTask<int>(source.Operation, 0));
        s_local.Value = "second";
        AwaitAndMeddle(inner).Forget();
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
        AwaitBothAndMeddle(new HandWrittenTask<int>(first.Operation, 0), new HandWrittenTask<int>(second.Operation, 0)).Forget();
        s_local.Value = "completer";
        s_seen = "";

        first.SetResult(1);
        Assert.Equal("completer", s_local.Value);
        second.SetResult(1);

        Assert.Equal("awaiter changed ", s_seen);
        Assert.Equal("completer", s_local.Value);
    });

    [Fact]
    public void Method_ThatAwaitsWithFlowSuppressed_SeesWhatItsCompleterHasAndChangesNothingThere() => Watchdog.Run("A method", () =>
    {
        HandWrittenSource<int> source = HandWrittenSource<int>.Create();
        s_local.Value = "awaiter";
        ExecutionContext.SuppressFlow();
        AwaitAndMeddle(new HandWrittenTask<int>(source.Operation, 0)).Forget();
        ExecutionContext.RestoreFlow();
        s_local.Value = "completer";
        s_seen = "";

        source.SetResult(1);

        Assert.Equal("completer ", s_seen);
        Assert.Equal("completer", s_local.Value);
        Assert.Null(SynchronizationContext.Current);
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

        AwaitAndAdd(new HandWrittenTask<int>(source.Operation, 0)).Forget();
        if (!isCompleteFirst)
        {
            source.SetResult(1);
        }

        Assert.Same(source.Operation, HandWrittenSource<int>.Create().Operation);
        Assert.NotSame(source.Operation, HandWrittenSource<int>.Create().Operation);
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
        AwaitAndAdd(AwaitLateAndAdd(isSecond ? other : null, new Late(source, () => source.SetResult(1)))).Forget();
        other.SetResult(1);

        Assert.Equal(isSecond ? 3 : 2, s_sum);
    });

    [MethodImpl(MethodImplOptions.NoInlining)] // so that nothing of it stays on the stack
    private static WeakReference StartAndEnd()
    {
        object argument = new();
        HandWrittenSource<int> source = HandWrittenSource<int>.Create();
        AwaitAndKeep(new HandWrittenTask<int>(source.Operation, 0), argument).Forget();
        source.SetResult(1);
        return new WeakReference(argument);
    }

    private static async HandWrittenTask<Nothing> MeddleAndAwait(HandWrittenTask<int> task)
    {
        Meddle();
        await task;
        return default;
    }

    private static async HandWrittenTask<int> MeddleAndReturn(HandWrittenTask<int> task)
    {
        Meddle();
        return await task;
    }

    private static async HandWrittenTask<int> AwaitAndMeddle(HandWrittenTask<int> task)
    {
        int result = await task;
        Meddle();
        return result;
    }

    private static async HandWrittenTask<Nothing> AwaitBothAndMeddle(HandWrittenTask<int> first, HandWrittenTask<int> second)
    {
        await first;
        Meddle();
        await second;
        Meddle();
        return default;
    }

    private static async HandWrittenTask<Nothing> AwaitAndKeep(HandWrittenTask<int> task, object argument)
    {
        await task;
        GC.KeepAlive(argument);
        return default;
    }

    private static async HandWrittenTask<int> AwaitAndAdd(HandWrittenTask<int> task) => Interlocked.Add(ref s_sum, await task);

    private static async HandWrittenTask<int> AwaitLateAndAdd(HandWrittenSource<int>? first, Late second)
    {
        if (first is { } source)
        {
            Interlocked.Add(ref s_sum, await new HandWrittenTask<int>(source.Operation, 0));
        }

        Interlocked.Add(ref s_sum, await second);
        return 1;
    }

    private static void Meddle()
    {
        s_seen += s_local.Value + " ";
        s_local.Value = "changed";
        SynchronizationContext.SetSynchronizationContext(s_other);
    }

    /// <summary>Awaits a source after the question whether it is complete was answered with no, whatever happens meanwhile.</summary>
    private readonly struct Late(HandWrittenSource<int> source, Action meanwhile) : ICriticalNotifyCompletion, IHandWrittenAwaiter
    {
        public bool IsCompleted
        {
            get
            {
                meanwhile();
                return false;
            }
        }

        public HandWrittenOperation Operation => source.Operation;

        public Late GetAwaiter() => this;

        public int GetResult() => new HandWrittenTask<int>(source.Operation, 0).GetAwaiter().GetResult();

        public void OnCompleted(Action continuation) => throw new NotSupportedException();

        public void UnsafeOnCompleted(Action continuation) => throw new NotSupportedException();
    }
}
