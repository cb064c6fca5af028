using System.Threading.Channels;

namespace PooledAwait.Tests.Coordination;

/// <summary>The channels: the framework's behaviour, no bytes, and every item once.</summary>
public sealed class ChannelTests
{
    private const int Unbounded = int.MaxValue;

    public static IEnumerable<object[]> Kinds =>
    [
        .. from capacity in (int[])[1, 3] from mode in Enum.GetValues<BoundedChannelFullMode>() select (object[])[capacity, mode],
        [Unbounded, BoundedChannelFullMode.Wait],
    ];

    /// <summary>Each read after the end throws the same exception, whose stack trace must not grow.</summary>
    [Fact]
    public void ReadsAfterTheEnd_HaveTheSameStackTrace()
    {
        Channel<int> channel = PooledChannel.CreateUnbounded<int>();
        channel.Writer.Complete();
        int[] lengths = new int[4];
        for (int i = 0; i < lengths.Length; i++)
        {
            ChannelClosedException exception = Assert.Throws<ChannelClosedException>(() =>
                channel.Reader.ReadAsync().GetAwaiter().GetResult());
            lengths[i] = exception.StackTrace!.Length;
        }

        Assert.Equal(lengths[1], lengths[3]);
    }

    /// <summary>The same commands on the framework's channel: waits, failures and dropped items are the same at each step.</summary>
    [Theory]
    [MemberData(nameof(Kinds))]
    public void RandomCommands_DoWhatTheyDoToTheFrameworksChannel(int capacity, BoundedChannelFullMode mode) => Watchdog.Run(() =>
    {
        Random random = new(capacity + (int)mode);
        for (int round = 0; round < Rounds.Of(400, 20_000); round++)
        {
            Pair pair = new(capacity, mode);
            for (int step = 0; step < 60; step++)
            {
                pair.Step(random);
                pair.Check($"round {round}, step {step}");
            }

            pair.End(random);
            pair.Check($"round {round}, at the end");
        }
    });

    [Theory]
    [InlineData(0)]
    [InlineData(1)]
    [InlineData(Unbounded)]
    [Trait(FlowMode.Needs, FlowMode.Pooling)]
    public void WaitsOfManyReadersAndWriters_Warm_AllocateNothing(int capacity)
    {
        const int Many = 3;
        Channel<object> channel = Create<object>(capacity, BoundedChannelFullMode.Wait, null);
        object item = new();
        ValueTask<object>[] reads = new ValueTask<object>[Many];
        ValueTask<bool>[] waits = new ValueTask<bool>[Many];
        ValueTask[] writes = new ValueTask[Many + 1];
        using CancellationTokenSource cancellation = new();
        Assert.Equal(0, Bytes.PerUse(() =>
        {
            for (int i = 0; i < Many; i++)
            {
                waits[i] = channel.Reader.WaitToReadAsync(cancellation.Token);
                reads[i] = channel.Reader.ReadAsync(i == 0 ? default : cancellation.Token);
            }

            for (int i = 0; i < Many; i++)
            {
                writes[i] = channel.Writer.WriteAsync(item);
                Assert.Same(item, reads[i].GetAwaiter().GetResult());
                writes[i].GetAwaiter().GetResult();
            }

            for (int i = 0; i <= Many; i++)
            {
                writes[i] = channel.Writer.WriteAsync(item, i == 0 ? default : cancellation.Token);
            }

            for (int i = 0; i < Many; i++)
            {
                Assert.True(waits[i].GetAwaiter().GetResult());
            }

            for (int i = 0; i <= Many; i++)
            {
                Assert.True(channel.Reader.TryRead(out object? read));
                Assert.Same(item, read);
            }

            for (int i = 0; i <= Many; i++)
            {
                writes[i].GetAwaiter().GetResult();
            }
        }));
    }

    [Fact]
    [Trait(FlowMode.Needs, FlowMode.Pooling)]
    public void ReadAll_OfItemsThatItWaitsFor_AllocatesNothingForAnItem()
    {
        Channel<int> channel = PooledChannel.CreateUnbounded<int>(new UnboundedChannelOptions { AllowSynchronousContinuations = true });
        IAsyncEnumerator<int> items = channel.Reader.ReadAllAsync().GetAsyncEnumerator();
        Assert.Equal(0, Bytes.PerUse(() =>
        {
            ValueTask<bool> next = items.MoveNextAsync();
            Assert.False(next.IsCompleted);
            Assert.True(channel.Writer.TryWrite(7));
            Assert.True(next.GetAwaiter().GetResult() && items.Current == 7);
        }));
    }

    [Fact]
    public void Item_ThatWasRead_IsNotKeptAlive()
    {
        Channel<object> channel = PooledChannel.CreateUnbounded<object>();
        Garbage.AssertCollected(() =>
        {
            channel.Writer.TryWrite(new object());
            channel.Reader.TryRead(out object? item);
            return [item!];
        });
        GC.KeepAlive(channel);
    }

    [Fact]
    public void Burst_OfItems_IsGivenUpAfterSmallerUse()
    {
        Channel<object> channel = PooledChannel.CreateUnbounded<object>();
        Fill(channel);
        long before = GC.GetTotalMemory(forceFullCollection: true);
        Drain(channel);
        Assert.True(channel.Writer.TryWrite(new object()));
        Drain(channel);
        Garbage.Collect();
        Assert.InRange(GC.GetTotalMemory(forceFullCollection: true), 0, before - 1_000_000);
        GC.KeepAlive(channel);

        static void Fill(Channel<object> channel)
        {
            for (int i = 0; i < 200_000; i++)
            {
                channel.Writer.TryWrite(string.Empty);
            }
        }

        static void Drain(Channel<object> channel)
        {
            while (channel.Reader.TryRead(out _))
            {
            }
        }
    }

    [Theory]
    [Booleans]
    public async Task Continuation_RunsInTheWriter_WhereTheOptionsSaySo(bool allows)
    {
        Channel<int> channel = PooledChannel.CreateUnbounded<int>(new UnboundedChannelOptions { AllowSynchronousContinuations = allows });
        int writer = 0;
        Task<bool> reading = ReadAsync();
        Task completing = CompleteAsync();
        Volatile.Write(ref writer, Environment.CurrentManagedThreadId);
        channel.Writer.TryWrite(1);
        Volatile.Write(ref writer, 0);
        Assert.Equal(allows, await reading);
        channel.Writer.Complete();
        await completing;

        async Task<bool> ReadAsync()
        {
            await channel.Reader.ReadAsync().ConfigureAwait(false);
            return Volatile.Read(ref writer) == Environment.CurrentManagedThreadId;
        }

        async Task CompleteAsync() => await channel.Reader.Completion.ConfigureAwait(false);
    }

    [Fact]
    public void Continuation_ThatThrowsInTheWriter_LeavesNoOtherReaderWaiting() => Watchdog.Run(() =>
    {
        Channel<int> channel = PooledChannel.CreateUnbounded<int>(new UnboundedChannelOptions { AllowSynchronousContinuations = true });
        ValueTask<int> first = channel.Reader.ReadAsync();
        ValueTask<int> second = channel.Reader.ReadAsync();
        first.ConfigureAwait(false).GetAwaiter().UnsafeOnCompleted(static () => throw new TestException());

        Assert.Throws<TestException>(() => channel.Writer.Complete());

        Assert.True(second.IsCompleted);
    });

    [Fact]
    public void HundredThousandReaders_EndedAtOnce_FailInConstantStack() => Watchdog.Run(Watchdog.SmallStack, () =>
    {
        const int Many = 100_000;
        Channel<int> channel = PooledChannel.CreateUnbounded<int>();
        int failed = 0;
        for (int i = 0; i < Many; i++)
        {
            ReadAsync().Forget();
        }

        channel.Writer.Complete();
        Watchdog.WaitFor(() => Volatile.Read(ref failed) == Many, "all readers to fail");

        async PooledValueTask ReadAsync()
        {
            try
            {
                await channel.Reader.ReadAsync();
            }
            catch (ChannelClosedException)
            {
                Interlocked.Increment(ref failed);
            }
        }
    });

    private static Channel<T> Create<T>(int capacity, BoundedChannelFullMode mode, Action<T>? dropped) => capacity == Unbounded
        ? PooledChannel.CreateUnbounded<T>()
        : PooledChannel.CreateBounded(new BoundedChannelOptions(capacity) { FullMode = mode }, dropped);

    /// <summary>A channel of ours and one of the framework's, with the waits that were started on both.</summary>
    private sealed class Pair
    {
        private static readonly CancellationTokenSource s_notCanceled = new();
        private readonly List<int> _oursDropped = [];
        private readonly List<int> _theirsDropped = [];
        private readonly List<(Task<string> Ours, Task<string> Theirs, CancellationTokenSource? Cancellation)> _waits = [];
        private readonly Channel<int> _ours;
        private readonly Channel<int> _theirs;
        private Exception? _error;
        private bool _isEnded;
        private int _next;

        internal Pair(int capacity, BoundedChannelFullMode mode)
        {
            _ours = Create<int>(capacity, mode, _oursDropped.Add);
            _theirs = capacity == Unbounded
                ? Channel.CreateUnbounded<int>()
                : Channel.CreateBounded<int>(new BoundedChannelOptions(capacity) { FullMode = mode }, _theirsDropped.Add);
        }

        internal void Step(Random random)
        {
            CancellationTokenSource? cancellation = random.Next(2) == 0 ? new() : null;
            if (cancellation is not null && random.Next(10) == 0)
            {
                cancellation.Cancel();
            }

            CancellationToken token = cancellation?.Token ?? default;
            int item = ++_next;
            switch (random.Next(11))
            {
                case 0 or 1:
                    Wait(channel => Text(channel.Reader.ReadAsync(token), token), cancellation);
                    break;
                case 2 or 3:
                    Wait(channel => Text(channel.Writer.WriteAsync(item, token), token), cancellation);
                    break;
                case 4:
                    Wait(channel => Text(channel.Reader.WaitToReadAsync(token), token), cancellation);
                    break;
                case 5:
                    Wait(channel => Text(channel.Writer.WaitToWriteAsync(token), token), cancellation);
                    break;
                case 6:
                    Assert.Equal(_theirs.Writer.TryWrite(item), _ours.Writer.TryWrite(item));
                    break;
                case 7:
                    Assert.Equal((_theirs.Reader.TryRead(out int theirs), theirs), (_ours.Reader.TryRead(out int ours), ours));
                    break;
                case 8:
                    Assert.Equal((_theirs.Reader.TryPeek(out int first), first), (_ours.Reader.TryPeek(out int ourFirst), ourFirst));
                    break;
                case 9 when _waits.Count > 0:
                    _waits[random.Next(_waits.Count)].Cancellation?.Cancel();
                    break;
                case 10 when random.Next(20) == 0:
                    End(random);
                    break;
            }
        }

        /// <summary>Ends both with the same exception, or with none; only the first one counts.</summary>
        internal void End(Random random)
        {
            Exception? error = random.Next(6) switch
            {
                0 => null,
                1 => new TestException(),
                2 => new OperationCanceledException(new CancellationToken(canceled: true)),
                3 => new OperationCanceledException(s_notCanceled.Token),
                4 => new OperationCanceledException(),
                _ => new TaskCanceledException(),
            };
            _error = _isEnded ? _error : error;
            _isEnded = true;
            Assert.Equal(_theirs.Writer.TryComplete(error), _ours.Writer.TryComplete(error));
        }

        /// <summary>
        /// Both have the same waits over, with the same outcome. The texts are tasks that end where the wait ends; a canceled one of the
        /// framework leaves its queue a little later, so that both must settle.
        /// </summary>
        internal void Check(string situation)
        {
            Assert.True(_theirs.Reader.Count == _ours.Reader.Count, situation + ": another count.");
            Assert.Equal(_theirsDropped, _oursDropped);
            Settle(_theirs.Reader.Completion, _ours.Reader.Completion, situation);
            Assert.Equal(Text(_theirs.Reader.Completion), Text(_ours.Reader.Completion));
            foreach ((Task<string> ours, Task<string> theirs, _) in _waits)
            {
                Settle(theirs, ours, situation);
                if (ours.IsCompleted)
                {
                    Assert.True(ours.Result == theirs.Result, $"{situation}: {ours.Result} and {theirs.Result}");
                }
            }

            _waits.RemoveAll(static wait => wait.Ours.IsCompleted && wait.Theirs.IsCompleted);
        }

        private static void Settle(Task theirs, Task ours, string situation)
        {
            if (ours.Status != theirs.Status)
            {
                Watchdog.WaitFor(() => ours.Status == theirs.Status, situation + ": both to be over, or not");
            }
        }

        private async Task<string> Text<T>(ValueTask<T> task, CancellationToken token)
        {
            // Those of WaitToReadAsync and WaitToWriteAsync differ: the framework's fault with a cancellation that has ended the channel.
            string state = typeof(T) == typeof(int) ? $"faulted at once: {task.IsFaulted}, canceled at once: {task.IsCanceled}, " : "";
            try
            {
                return state + await task.ConfigureAwait(false);
            }
            catch (Exception exception)
            {
                return state + Text(exception, token);
            }
        }

        private async Task<string> Text(ValueTask task, CancellationToken token)
        {
            try
            {
                await task.ConfigureAwait(false);
                return "written";
            }
            catch (Exception exception)
            {
                return Text(exception, token);
            }
        }

        private string Text(Task completion) => !completion.IsCompleted ? "pending"
            : Record.Exception(() => completion.GetAwaiter().GetResult()) is { } exception ? Text(exception, CancellationToken.None)
            : "over";

        /// <summary>A cancellation by the wait's own token is one, whether it is a TaskCanceledException or not.</summary>
        private string Text(Exception exception, CancellationToken own)
        {
            CancellationToken token = (exception as OperationCanceledException)?.CancellationToken ?? default;
            return own.CanBeCanceled && token == own ? "canceled by its token"
                : $"{exception.GetType()}, itself: {exception == _error}, of it: {exception.InnerException == _error}, "
                    + $"its token: {token == s_notCanceled.Token}, canceled: {token.IsCancellationRequested}";
        }

        private void Wait(Func<Channel<int>, Task<string>> start, CancellationTokenSource? cancellation) =>
            _waits.Add((start(_ours), start(_theirs), cancellation));
    }
}
