using System.Linq;
using System.Reflection;
using System.Threading.Channels;

namespace PooledAwait.Schedules;

/// <summary>Events, the reader-writer lock, the condition variable, the lazy value and channels: all schedules of two threads.</summary>
public class CoordinationTests
{
    private const BindingFlags Hidden = BindingFlags.Instance | BindingFlags.NonPublic;

    [Fact]
    public void SetAgainstWait_OfAManualEvent_TheWaiterIsReleased() => Explorer.Explore(atLeast: 3, race =>
    {
        PooledManualResetEvent signal = new();
        PooledValueTask early = signal.WaitAsync();
        PooledValueTask waiter = default;
        race(signal.Set, () => waiter = signal.WaitAsync());

        Demand(early, waiter);
    });

    /// <summary>As with the framework's types: whoever sees a change sees what the thread that made it has written before.</summary>
    [Theory]
    [InlineData(nameof(PooledAutoResetEvent))]
    [InlineData(nameof(PooledManualResetEvent))]
    [InlineData(nameof(PooledSemaphore))]
    [InlineData(nameof(PooledLock))]
    [InlineData(nameof(PooledCountdownEvent))]
    [InlineData(nameof(PooledCountdownEvent.InitialCount))]
    [InlineData(nameof(PooledReaderWriterLock.CurrentReaders))]
    [InlineData(nameof(PooledReaderWriterLock.IsWriteHeld))]
    public void LookAgainstChange_ShowsWhatWasWrittenBefore(string what) => Explorer.Explore(atLeast: 3, race =>
    {
        (Action change, Func<bool> isChanged) = CreateChange(what);
        Litmus memory = new();
        int? seen = null;
        race(
            () =>
            {
                memory._x = 1;
                change();
            },
            () =>
            {
                Interleaving.Point();
                seen = isChanged() ? memory._x : null;
            });

        Assert.True(isChanged());
        Assert.NotEqual(0, seen);
    });

    private static (Action Change, Func<bool> IsChanged) CreateChange(string what)
    {
        switch (what)
        {
            case nameof(PooledAutoResetEvent):
                PooledAutoResetEvent signal = new();
                return (signal.Set, () => signal.IsSet);
            case nameof(PooledManualResetEvent):
                PooledManualResetEvent state = new();
                return (state.Set, () => state.IsSet);
            case nameof(PooledSemaphore):
                PooledSemaphore semaphore = new(0);
                return (() => semaphore.Release(), () => semaphore.CurrentCount == 1);
            case nameof(PooledLock):
                PooledLock gate = new();
                Assert.True(gate.TryEnter(out PooledLock.Releaser owner));
                return (owner.Dispose, () => !gate.IsHeld);
            case nameof(PooledCountdownEvent):
                PooledCountdownEvent countdown = new(1);
                return (() => countdown.Signal(), () => countdown.CurrentCount == 0);
            case nameof(PooledCountdownEvent.InitialCount):
                PooledCountdownEvent reset = new(1);
                return (() => reset.Reset(2), () => reset.InitialCount == 2);
            case nameof(PooledReaderWriterLock.CurrentReaders):
                PooledReaderWriterLock read = new();
                Assert.True(read.TryEnterRead(out PooledReaderWriterLock.Releaser reader));
                return (reader.Dispose, () => read.CurrentReaders == 0);
            default:
                PooledReaderWriterLock written = new();
                Assert.True(written.TryEnterWrite(out PooledReaderWriterLock.Releaser writer));
                return (writer.Dispose, () => !written.IsWriteHeld);
        }
    }

    [Fact]
    public void DisposeAgainstWait_OfAManualEvent_NobodyIsLeft() => Explorer.Explore(atLeast: 3, race =>
    {
        PooledManualResetEvent signal = new();
        PooledValueTask waiter = default;
        race(signal.Dispose, () => waiter = signal.WaitAsync());

        Assert.True(waiter.IsFaulted);
        waiter.Forget();
    });

    [Fact]
    public void SignalAgainstSignal_OfACountdown_TheLastOneReleases() => Explorer.Explore(atLeast: 3, race =>
    {
        PooledCountdownEvent countdown = new(2);
        PooledValueTask waiter = countdown.WaitAsync();
        Attempt.OfOne(race, () => countdown.Signal(), () => countdown.Signal());
        Demand(waiter);
    });

    [Fact]
    public void ExitAgainstTimeout_OfAWriterBeforeAReader_TheReaderEnters() => Explorer.Explore(race =>
    {
        PooledReaderWriterLock gate = new();
        Assert.True(gate.TryEnterRead(out PooledReaderWriterLock.Releaser holder));
        PooledValueTask<PooledReaderWriterLock.Releaser> writer = gate.EnterWriteAsync();
        PooledValueTask<PooledReaderWriterLock.Releaser> reader = gate.EnterReadAsync();
        race(holder.Dispose, () => ((ILimited)writer._operation!).Elapse(writer._token));

        Assert.True(writer.IsCompleted);
        Assert.Equal(writer.IsFaulted, reader.IsCompleted);
        if (writer.IsCompletedSuccessfully)
        {
            writer.GetAwaiter().GetResult().Dispose();
        }
        else
        {
            writer.Forget();
        }

        Assert.True(reader.IsCompletedSuccessfully);
        reader.GetAwaiter().GetResult().Dispose();
        Assert.True(gate.TryEnterWrite(out PooledReaderWriterLock.Releaser last));
        last.Dispose();
    });

    [Fact]
    public void ExitAgainstExit_OfOneReadersReleaser_OneThrowsAndTheOtherReaderStays() => Explorer.Explore(race =>
    {
        PooledReaderWriterLock gate = new();
        Assert.True(gate.TryEnterRead(out PooledReaderWriterLock.Releaser copied));
        Assert.True(gate.TryEnterRead(out PooledReaderWriterLock.Releaser other));
        Attempt.OfOne(race, copied.Dispose);
        Assert.Equal(1, gate.CurrentReaders);
        other.Dispose();
        Assert.Equal(0, gate.CurrentReaders);
    });

    [Fact]
    public void ReadAgainstWrite_OneEntersAndTheOtherAfterIt() => Explorer.Explore(atLeast: 5, race =>
    {
        PooledReaderWriterLock gate = new();
        PooledValueTask<PooledReaderWriterLock.Releaser> reader = default;
        PooledValueTask<PooledReaderWriterLock.Releaser> writer = default;
        race(() => reader = gate.EnterReadAsync(), () => writer = gate.EnterWriteAsync());

        Assert.True(reader.IsCompleted ^ writer.IsCompleted);
        (PooledValueTask<PooledReaderWriterLock.Releaser> first, PooledValueTask<PooledReaderWriterLock.Releaser> second) =
            reader.IsCompleted ? (reader, writer) : (writer, reader);
        first.GetAwaiter().GetResult().Dispose();
        Assert.True(second.IsCompletedSuccessfully);
        second.GetAwaiter().GetResult().Dispose();
    });

    [Fact]
    public void TryEnterAgainstTryEnter_IntoOneVariable_NoReleaserIsValidTwice() => Explorer.Explore(atLeast: 3, race =>
    {
        PooledLock gate = new();
        PooledLock.Releaser shared = default;
        PooledLock.Releaser left = default;
        bool isRightInside = false;
        race(
            () =>
            {
                if (gate.TryEnter(out shared))
                {
                    left = shared;
                    left.Dispose();
                }
            },
            () => isRightInside = gate.TryEnter(out shared));

        Assert.Equal(isRightInside, gate.IsHeld);
        Assert.True(isRightInside || left != default, "Nobody has entered the lock.");
        if (left != default)
        {
            Assert.Throws<InvalidOperationException>(left.Dispose);
        }
    });

    /// <summary>A notification reaches a wait that is in the queue; the lock is free meanwhile, and held when the wait is over.</summary>
    [Theory]
    [Booleans]
    public void WaitAgainstNotify_OfAConditionVariable_NoNotificationIsLost(bool isDisposed) => Explorer.Explore(atLeast: 3, race =>
    {
        PooledLock gate = new();
        PooledConditionVariable condition = new(gate);
        Assert.True(gate.TryEnter(out PooledLock.Releaser releaser));
        PooledValueTask early = condition.WaitAsync();
        Assert.True(gate.TryEnter(out PooledLock.Releaser second));
        PooledValueTask late = default;
        race(() => late = condition.WaitAsync(), isDisposed ? condition.Dispose : condition.Notify);

        // One at a time has the lock, and its releaser gives it to the next. Both fail in any order.
        if (isDisposed && late.IsCompleted)
        {
            Leave(late, second);
            Leave(early, releaser);
        }
        else
        {
            Leave(early, releaser);
            Assert.True(isDisposed || !late.IsCompleted);
            condition.Notify();
            Leave(late, second);
        }

        Assert.False(gate.IsHeld);

        void Leave(PooledValueTask wait, PooledLock.Releaser releaser)
        {
            Assert.True(wait.IsCompleted, "A notification is lost.");
            Assert.Equal(isDisposed, wait.WithoutThrowing().GetAwaiter().GetResult().IsFaulted);
            releaser.Dispose();
        }
    });

    /// <summary>A wait that finds the lock left is not in the queue, where it would take the notification of the next one.</summary>
    [Fact]
    public void WaitAgainstExit_OfOneHolder_NoNotificationIsLost() => Explorer.Explore(race =>
    {
        PooledLock gate = new();
        PooledConditionVariable condition = new(gate);
        Assert.True(gate.TryEnter(out PooledLock.Releaser holder));
        PooledValueTask wait = default;
        bool isRefused = false;
        bool hasLeft = false;
        race(
            () => isRefused = !Attempt.Of(() => { wait = condition.WaitAsync(); }).Succeeded || wait.IsFaulted,
            () => hasLeft = Attempt.Of(holder.Dispose).Succeeded);

        Assert.Equal(hasLeft, isRefused);
        if (isRefused)
        {
            Assert.True(gate.TryEnter(out _));
            wait = condition.WaitAsync();
        }

        condition.Notify();
        Assert.True(wait.IsCompletedSuccessfully, "A notification is lost.");
    });

    [Fact]
    public void GetAgainstTimeout_OfALazyValue_OneEndsTheWait() => Explorer.Explore(race =>
    {
        PooledValueTaskSource<int> source = PooledValueTaskSource<int>.Create();
        PooledLazy<int> lazy = new(() => source.PooledTask);
        PooledValueTask<int> first = lazy.GetValueAsync();
        PooledValueTask<int> other = lazy.GetValueAsync();
        race(() => source.SetResult(7), () => ((ILimited)first._operation!).Elapse(first._token));

        Assert.True(first.IsCompleted);
        Assert.True(first.WithoutThrowing().GetAwaiter().GetResult() is { IsFaulted: true } or { Result: 7 });
        Assert.Equal(7, other.GetAwaiter().GetResult());
    });

    [Fact]
    public void GetAgainstGet_OfALazyValue_TheFactoryRunsOnce() => Explorer.Explore(atLeast: 5, race =>
    {
        int runs = 0;
        PooledLazy<int> lazy = new(() => new PooledValueTask<int>(++runs));
        PooledValueTask<int> left = default;
        PooledValueTask<int> right = default;
        race(() => left = lazy.GetValueAsync(), () => right = lazy.GetValueAsync());

        Assert.Equal((1, 1), (left.GetAwaiter().GetResult(), right.GetAwaiter().GetResult()));
        Assert.Equal(1, runs);
    });

    /// <summary>A factory that fails is run for the next caller; whoever waits for a run gets its outcome.</summary>
    [Fact]
    public void GetAgainstGet_OfALazyValueWhoseFactoryFails_NobodyIsLeft() => Explorer.Explore(atLeast: 5, race =>
    {
        int runs = 0;
        PooledLazy<int> lazy = new(() => throw new TimeoutException($"Run {++runs}"), retryFailures: true);
        PooledValueTask<int> left = default;
        PooledValueTask<int> right = default;
        race(() => left = lazy.GetValueAsync(), () => right = lazy.GetValueAsync());

        Assert.True(left.IsFaulted && right.IsFaulted, "A caller waits for no run.");
        string[] outcomes = [ErrorOf(left), ErrorOf(right)];
        Assert.Equal(outcomes.Distinct().Count(), runs);

        static string ErrorOf(PooledValueTask<int> task) => task.WithoutThrowing().GetAwaiter().GetResult().Exception!.Message;
    });

    [Theory]
    [InlineData(0)]
    [InlineData(1)]
    [InlineData(int.MaxValue)]
    public void WriteAgainstRead_OfAChannel_TheItemArrives(int capacity) => Explorer.Explore(atLeast: 3, race =>
    {
        Channel<int> channel = Create(capacity);
        ValueTask<int> read = default;
        ValueTask write = default;
        race(() => write = channel.Writer.WriteAsync(7), () => read = channel.Reader.ReadAsync());

        Assert.True(read.IsCompletedSuccessfully && write.IsCompletedSuccessfully);
        Assert.Equal(7, read.Result);
        write.GetAwaiter().GetResult();
        Assert.False(channel.Reader.TryRead(out _));
    });

    [Theory]
    [InlineData(0)]
    [InlineData(1)]
    public void ReadAgainstWaitToWrite_OfAChannel_TheWriterIsToldOfTheRoom(int capacity) => Explorer.Explore(atLeast: 3, race =>
    {
        Channel<int> channel = Create(capacity);
        if (capacity != 0)
        {
            Assert.True(channel.Writer.TryWrite(1));
        }

        ValueTask<bool> wait = default;
        ValueTask<int> read = default;
        race(() => read = channel.Reader.ReadAsync(), () => wait = channel.Writer.WaitToWriteAsync());

        Assert.True(wait.IsCompletedSuccessfully && wait.Result);
        Assert.True(channel.Writer.TryWrite(2));
        Assert.Equal(capacity == 0 ? 2 : 1, read.Result);
    });

    [Fact]
    public void ReadAgainstTimeout_OfAWriter_TheItemIsReadOrRefused() => Explorer.Explore(race =>
    {
        Channel<int> channel = Create(1);
        Assert.True(channel.Writer.TryWrite(1));
        ValueTask write = channel.Writer.WriteAsync(7);
        ILimited waiter = (ILimited)typeof(ValueTask).GetField("_obj", Hidden)!.GetValue(write)!;
        short token = ((Operation)waiter).Token;
        race(() => Assert.True(channel.Reader.TryRead(out _)), () => waiter.Elapse(token));

        Assert.True(write.IsCompleted);
        Assert.Equal(write.IsCompletedSuccessfully, channel.Reader.TryRead(out _));
    });

    [Fact]
    public void CompleteAgainstWrite_OfAChannel_TheItemIsThereOrRefused() => Explorer.Explore(atLeast: 2, race =>
    {
        Channel<int> channel = Create(1);
        bool isWritten = false;
        race(() => channel.Writer.Complete(), () => isWritten = channel.Writer.TryWrite(7));

        Assert.Equal(!isWritten, channel.Reader.Completion.IsCompleted);
        Assert.Equal(isWritten, channel.Reader.TryRead(out _));
        Assert.True(channel.Reader.Completion.IsCompletedSuccessfully);
    });

    private static Channel<int> Create(int capacity) =>
        capacity == int.MaxValue ? PooledChannel.CreateUnbounded<int>() : PooledChannel.CreateBounded<int>(capacity);

    private static void Demand(params PooledValueTask[] waiters)
    {
        foreach (PooledValueTask waiter in waiters)
        {
            Assert.True(waiter.IsCompletedSuccessfully, "A wake-up is lost.");
            waiter.GetAwaiter().GetResult();
        }
    }
}
