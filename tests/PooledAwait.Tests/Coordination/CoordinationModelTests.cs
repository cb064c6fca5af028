using Nito.AsyncEx;

#pragma warning disable CA1001 // Disposal is one of the random commands.

namespace PooledAwait.Tests.Coordination;

/// <summary>
/// Random commands with cancellations, timeouts and disposal on each type and on a sequential model of it: the same waits are over after
/// every step, with the same outcome. Where the framework or AsyncEx has the same type, it does the same too, up to the disposal.
/// </summary>
public sealed class CoordinationModelTests
{
    private const int Steps = 60;

    private static readonly TimeSpan s_patience = TimeSpan.FromSeconds(30);

    /// <summary>How a wait has ended.</summary>
    private enum Outcome
    {
        Pending,
        Done,
        Canceled,
        TimedOut,
        Disposed,
        Failed,
    }

    public static IEnumerable<object[]> Cases =>
        from type in s_types.Keys from seed in Enumerable.Range(1, 3) select (object[])[type, seed];

    private static readonly Dictionary<string, Func<Random, Pair>> s_types = new()
    {
        [nameof(PooledLock)] = static _ => new LockPair(),
        [nameof(PooledSemaphore)] = static random =>
        {
            int maximum = random.Next(1, 4);
            return new SemaphorePair(random.Next(maximum + 1), maximum);
        },
        [nameof(PooledAutoResetEvent)] = static random => new EventPair(random.Next(2) == 0, isManual: false),
        [nameof(PooledManualResetEvent)] = static random => new EventPair(random.Next(2) == 0, isManual: true),
        [nameof(PooledCountdownEvent)] = static random => new CountdownPair(random.Next(4)),
        [nameof(PooledReaderWriterLock)] = static _ => new ReaderWriterPair(),
        [nameof(PooledConditionVariable)] = static _ => new ConditionPair(),
        [nameof(PooledLazy<int>)] = static random => new LazyPair(random.Next(2) == 0),
    };

    [Theory]
    [MemberData(nameof(Cases))]
    public void RandomCommands_DoWhatTheModelSays(string type, int seed) => Watchdog.Run(() =>
    {
        Random random = new(seed);
        for (int round = 0; round < Rounds.Of(300, 10_000); round++)
        {
            Pair pair = s_types[type](random);
            for (int step = 0; step < Steps; step++)
            {
                Step(pair, random);
                pair.Check($"{type}, seed {seed}, round {round}, step {step}");
            }

            pair.Dispose();
            pair.Check($"{type}, seed {seed}, round {round}, at the end");
        }
    });

    private static void Step(Pair pair, Random random)
    {
        switch (random.Next(8))
        {
            case 0 or 1 or 2:
                CancellationTokenSource? cancellation = random.Next(2) == 0 ? new() : null;
                if (cancellation is not null && random.Next(8) == 0)
                {
                    cancellation.Cancel();
                }

                TimeSpan timeout = random.Next(8) == 0 ? TimeSpan.Zero
                    : random.Next(2) == 0 ? TimeSpan.FromMinutes(5)
                    : Timeout.InfiniteTimeSpan;
                pair.Wait(random.Next(pair.Kinds), timeout, cancellation);
                break;
            case 3 when pair.Pending.Count > 0:
                pair.Cancel(pair.Pending[random.Next(pair.Pending.Count)]);
                break;
            case 4:
                pair.Try(random.Next(pair.Kinds));
                break;
            case 5 when random.Next(40) == 0:
                pair.Dispose();
                break;
            default:
                pair.Act(random);
                break;
        }
    }

    /// <summary>A wait of both: what has come of it in the model, and the task of ours.</summary>
    private sealed class Entry(int kind, CancellationTokenSource? cancellation, Func<bool> isCompleted, Func<Completion> consume)
    {
        internal int Kind { get; } = kind;

        internal CancellationTokenSource? Cancellation { get; } = cancellation;

        internal Outcome Expected { get; set; }

        /// <summary>The same wait of another project's type, if there is one.</summary>
        internal Task? Theirs { get; set; }

        internal bool IsCompleted => isCompleted();

        internal Outcome Consume()
        {
            Completion completion = consume();
            return completion.IsCanceled ? Outcome.Canceled : completion.Exception switch
            {
                null => Outcome.Done,
                TimeoutException => Outcome.TimedOut,
                ObjectDisposedException error when error.ObjectName.StartsWith("Pooled", StringComparison.Ordinal) => Outcome.Disposed,
                TestException => Outcome.Failed,
                Exception other => throw new InvalidOperationException("An unexpected failure.", other),
            };
        }
    }

    /// <summary>An object and its model. The model is the queue of pending waits, and what a derived class adds.</summary>
    private abstract class Pair
    {
        private readonly List<Entry> _over = [];

        internal List<Entry> Pending { get; } = [];

        internal virtual int Kinds => 1;

        /// <summary>What becomes of waits that start now and take nothing, if they fail at once.</summary>
        protected Outcome? Closed { get; set; }

        /// <summary>How long a wait may take to be over: none, but where it has to enter a lock again.</summary>
        protected virtual TimeSpan Patience => TimeSpan.Zero;

        /// <summary>Whether no call waits any more, so that no token ends one.</summary>
        protected virtual bool IsFinal => false;

        /// <summary>Whether the first waiter takes, and no newcomer.</summary>
        protected bool IsAdmitting { get; private set; }

        internal void Wait(int kind, TimeSpan timeout, CancellationTokenSource? cancellation)
        {
            bool isCanceled = !IsFinal && (cancellation?.IsCancellationRequested ?? false);
            bool isTaken = !isCanceled && Takes(kind);
            Entry entry = Start(kind, timeout, cancellation);
            if (isTaken || isCanceled || Closed is not null || timeout == TimeSpan.Zero)
            {
                entry.Expected = isTaken ? Outcome.Done : isCanceled ? Outcome.Canceled : Closed ?? Outcome.TimedOut;
                _over.Add(entry);
            }
            else
            {
                Pending.Add(entry);
            }

            // What takes nothing and is over at once is nothing to them: they have no timeouts, or see tokens in another order.
            if (entry.Expected is Outcome.Done or Outcome.Pending)
            {
                entry.Theirs = StartTheirs(cancellation?.Token ?? CancellationToken.None);
            }
        }

        internal void Cancel(Entry entry)
        {
            if (entry.Cancellation is not null)
            {
                End(entry, Outcome.Canceled);
                entry.Cancellation.Cancel();
                OnLeft();
            }
        }

        internal virtual void Try(int kind)
        {
            if (Closed is not null)
            {
                Assert.Throws<ObjectDisposedException>(() => TryOurs(kind));
                return;
            }

            bool isTaken = TryTake(kind);
            Assert.Equal(isTaken, TryOurs(kind));
            Assert.True(!isTaken || (StartTheirs(CancellationToken.None)?.IsCompletedSuccessfully ?? true));
        }

        internal void Dispose()
        {
            EndAll(Outcome.Disposed);
            Closed = Outcome.Disposed;
            DisposeOurs();
        }

        /// <summary>The waits of both are over, or are not; those that are over have the same outcome.</summary>
        internal void Check(string situation)
        {
            foreach (Entry entry in Pending)
            {
                Assert.False(entry.IsCompleted, situation + ": a wait is over too early.");
                Assert.False(entry.Theirs?.IsCompleted ?? false, situation + ": their wait is over.");
            }

            // In any order: one at a time has the lock of a condition variable.
            while (_over.Count > 0)
            {
                Entry? entry = null;
                SpinWait.SpinUntil(() => (entry = _over.Find(static over => over.IsCompleted)) is not null, Patience);
                Assert.True(entry is not null, situation + ": a wait is not over.");
                Assert.True(entry.Expected == entry.Consume(), situation + ": another outcome than " + entry.Expected);
                if (entry.Theirs is { } theirs && entry.Expected != Outcome.Disposed)
                {
                    // Theirs give up on the thread pool.
                    Assert.True(SpinWait.SpinUntil(() => theirs.IsCompleted, s_patience), situation + ": their wait is not over.");
                    Assert.True(theirs.IsCanceled == (entry.Expected == Outcome.Canceled), situation + ": theirs is " + theirs.Status);
                }

                entry.Cancellation?.Dispose();
                _over.Remove(entry);
            }

            CheckState(situation);
        }

        internal abstract void Act(Random random);

        protected abstract Entry Start(int kind, TimeSpan timeout, CancellationTokenSource? cancellation);

        /// <summary>Starts the same wait of the framework's type or AsyncEx's.</summary>
        protected virtual Task? StartTheirs(CancellationToken token) => null;

        /// <summary>Whether a wait that starts takes something.</summary>
        protected virtual bool Takes(int kind) => Closed is null && TryTake(kind);

        protected abstract bool TryTake(int kind);

        protected virtual bool TryOurs(int kind) => throw new NotSupportedException();

        protected abstract void DisposeOurs();

        protected abstract void CheckState(string situation);

        /// <summary>A pending wait has given up.</summary>
        protected virtual void OnLeft()
        {
        }

        protected void End(Entry entry, Outcome outcome)
        {
            Pending.Remove(entry);
            entry.Expected = outcome;
            _over.Add(entry);
        }

        protected void EndAll(Outcome outcome)
        {
            while (Pending.Count > 0)
            {
                End(Pending[0], outcome);
            }
        }

        /// <summary>Ends the first waits, while they can take.</summary>
        protected void Admit()
        {
            IsAdmitting = true;
            while (Pending.Count > 0 && TryTake(Pending[0].Kind))
            {
                End(Pending[0], Outcome.Done);
            }

            IsAdmitting = false;
        }
    }

    private abstract class HandlePair<THandle>(THandle ours) : Pair
        where THandle : PooledWaitHandle
    {
        protected THandle Ours { get; } = ours;

        protected override Entry Start(int kind, TimeSpan timeout, CancellationTokenSource? cancellation)
        {
            PooledValueTask task = Ours.WaitAsync(timeout, cancellation?.Token ?? default);
            return new Entry(kind, cancellation, () => task.IsCompleted, () => task.WithoutThrowing().GetAwaiter().GetResult());
        }

        protected override bool TryOurs(int kind) => Ours.TryWait();

        protected override void DisposeOurs() => Ours.Dispose();
    }

    private sealed class SemaphorePair(int count, int maximum) : HandlePair<PooledSemaphore>(new PooledSemaphore(count, maximum))
    {
        private readonly SemaphoreSlim _theirs = new(count, maximum);
        private readonly int _maximum = maximum;
        private int _count = count;

        internal override void Act(Random random)
        {
            int count = random.Next(1, 4);
            if (count > _maximum - _count)
            {
                Assert.Throws<SemaphoreFullException>(() => Ours.Release(count));
                return;
            }

            _count += count;
            Admit();
            Ours.Release(count);
            _theirs.Release(count);
        }

        protected override Task StartTheirs(CancellationToken token) => _theirs.WaitAsync(token);

        protected override bool TryTake(int kind)
        {
            bool isFree = _count > 0;
            _count -= isFree ? 1 : 0;
            return isFree;
        }

        protected override void CheckState(string situation) => Assert.True(_count == Ours.CurrentCount, situation);
    }

    /// <summary>The two events have the same members, and no type that has them.</summary>
    private sealed class EventPair(bool isSet, bool isManual)
        : HandlePair<PooledWaitHandle>(isManual ? new PooledManualResetEvent(isSet) : new PooledAutoResetEvent(isSet))
    {
        private readonly dynamic _theirs = isManual ? new AsyncManualResetEvent(isSet) : new AsyncAutoResetEvent(isSet);
        private bool _isSet = isSet;

        private dynamic Event => Ours;

        internal override void Act(Random random)
        {
            if (random.Next(isManual ? 2 : 3) != 0)
            {
                _isSet = true;
                Admit();
                Event.Set();
                _theirs.Set();
                return;
            }

            if (isManual)
            {
                _theirs.Reset();
            }
            else if (_isSet)
            {
                // Theirs has no Reset: a wait takes the signal as well.
                _theirs.WaitAsync();
            }

            _isSet = false;
            Event.Reset();
        }

        protected override Task StartTheirs(CancellationToken token) => _theirs.WaitAsync(token);

        protected override bool TryTake(int kind)
        {
            bool isSet = _isSet;
            _isSet &= isManual;
            return isSet;
        }

        protected override void CheckState(string situation) => Assert.True(_isSet == Event.IsSet, situation);
    }

    /// <summary>The counting is compared with the framework's event.</summary>
    private sealed class CountdownPair(int count) : HandlePair<PooledCountdownEvent>(new PooledCountdownEvent(count))
    {
        private readonly CountdownEvent _theirs = new(count);

        internal override void Act(Random random)
        {
            int count = random.Next(1, 4);
            switch (random.Next(6))
            {
                case 0:
                    Same(() => _theirs.Reset(), () => Ours.Reset());
                    break;
                case 1:
                    Same(() => _theirs.Reset(count - 1), () => Ours.Reset(count - 1));
                    break;
                case 2:
                    Same(() => _theirs.AddCount(count), () => Ours.AddCount(count));
                    break;
                case 3:
                    Assert.Equal(_theirs.TryAddCount(count), Ours.TryAddCount(count));
                    break;
                default:
                    bool isSet = false;
                    Same(() => isSet = _theirs.Signal(count), () => Assert.Equal(isSet, Ours.Signal(count)));
                    break;
            }

            Admit();
        }

        protected override bool TryTake(int kind) => _theirs.IsSet;

        protected override void CheckState(string situation) =>
            Assert.True(
                (_theirs.CurrentCount, _theirs.InitialCount, _theirs.IsSet) == (Ours.CurrentCount, Ours.InitialCount, Ours.IsSet),
                situation);

        private static void Same(Action theirs, Action ours)
        {
            Exception? expected = Record.Exception(theirs);
            Assert.Equal(expected?.GetType(), Record.Exception(ours)?.GetType());
        }
    }

    private sealed class LockPair : Pair
    {
        private readonly PooledLock _ours = new();
        private readonly SemaphoreSlim _theirs = new(1, 1);
        private PooledLock.Releaser _releaser;
        private bool _isHeld;

        internal override void Act(Random random)
        {
            if (!_isHeld)
            {
                if (_releaser != default)
                {
                    Assert.Throws<InvalidOperationException>(_releaser.Dispose);
                }

                return;
            }

            _isHeld = false;
            Admit();
            _releaser.Dispose();
            _theirs.Release();
        }

        protected override Entry Start(int kind, TimeSpan timeout, CancellationTokenSource? cancellation) =>
            Of(kind, cancellation, _ours.EnterAsync(timeout, cancellation?.Token ?? default), releaser => _releaser = releaser);

        protected override Task StartTheirs(CancellationToken token) => _theirs.WaitAsync(token);

        protected override bool TryTake(int kind)
        {
            bool isFree = !_isHeld;
            _isHeld = true;
            return isFree;
        }

        protected override bool TryOurs(int kind)
        {
            bool isEntered = _ours.TryEnter(out PooledLock.Releaser releaser);
            _releaser = isEntered ? releaser : _releaser;
            return isEntered;
        }

        protected override void DisposeOurs() => _ours.Dispose();

        protected override void CheckState(string situation) =>
            Assert.True(_isHeld == _ours.IsHeld, situation);
    }

    private sealed class ReaderWriterPair : Pair
    {
        private readonly PooledReaderWriterLock _ours = new();
        private readonly List<PooledReaderWriterLock.Releaser> _held = [];
        private PooledReaderWriterLock.Releaser _stale;
        private int _readers;
        private bool _isWritten;

        internal override int Kinds => 2;

        internal override void Act(Random random)
        {
            if (_held.Count == 0)
            {
                if (_stale != default)
                {
                    Assert.Throws<InvalidOperationException>(_stale.Dispose);
                }

                return;
            }

            int index = random.Next(_held.Count);
            _stale = _held[index];
            _held.RemoveAt(index);
            _readers = _isWritten ? 0 : _readers - 1;
            _isWritten = false;
            Admit();
            _stale.Dispose();
            Assert.Throws<InvalidOperationException>(_stale.Dispose);
        }

        protected override Entry Start(int kind, TimeSpan timeout, CancellationTokenSource? cancellation)
        {
            CancellationToken token = cancellation?.Token ?? default;
            return Of(
                kind, cancellation, kind == 0 ? _ours.EnterReadAsync(timeout, token) : _ours.EnterWriteAsync(timeout, token), _held.Add);
        }

        protected override bool TryTake(int kind)
        {
            // Nobody overtakes a waiter.
            if (!IsAdmitting && Pending.Count > 0)
            {
                return false;
            }

            bool isFree = kind == 0 ? !_isWritten : !_isWritten && _readers == 0;
            if (isFree)
            {
                _isWritten = kind == 1;
                _readers += 1 - kind;
            }

            return isFree;
        }

        protected override void OnLeft() => Admit();

        protected override bool TryOurs(int kind)
        {
            bool isEntered = kind == 0
                ? _ours.TryEnterRead(out PooledReaderWriterLock.Releaser releaser)
                : _ours.TryEnterWrite(out releaser);
            if (isEntered)
            {
                _held.Add(releaser);
            }

            return isEntered;
        }

        protected override void DisposeOurs() => _ours.Dispose();

        protected override void CheckState(string situation) =>
            Assert.True((_readers, _isWritten) == (_ours.CurrentReaders, _ours.IsWriteHeld), situation);
    }

    /// <summary>Each wait enters the lock before it, holds it again when it is over, and leaves it then.</summary>
    private sealed class ConditionPair : Pair
    {
        private readonly PooledLock _gate = new();
        private readonly PooledConditionVariable _ours;

        internal ConditionPair() => _ours = new PooledConditionVariable(_gate);

        protected override TimeSpan Patience => s_patience;

        internal override void Act(Random random)
        {
            if (random.Next(4) == 0)
            {
                EndAll(Outcome.Done);
                _ours.NotifyAll();
                return;
            }

            if (Pending.Count > 0)
            {
                End(Pending[0], Outcome.Done);
            }

            _ours.Notify();
        }

        internal override void Try(int kind)
        {
        }

        protected override Entry Start(int kind, TimeSpan timeout, CancellationTokenSource? cancellation)
        {
            Assert.True(_gate.TryEnter(out PooledLock.Releaser releaser));
            PooledValueTask task = _ours.WaitAsync(timeout, cancellation?.Token ?? default);
            return new Entry(kind, cancellation, () => task.IsCompleted, () =>
            {
                Completion completion = task.WithoutThrowing().GetAwaiter().GetResult();
                releaser.Dispose();
                return completion;
            });
        }

        protected override bool TryTake(int kind) => false;

        protected override void DisposeOurs() => _ours.Dispose();

        protected override void CheckState(string situation) => Assert.False(_gate.IsHeld, situation);
    }

    /// <summary>The factory runs until a command ends it, in success or failure.</summary>
    private sealed class LazyPair : Pair
    {
        private readonly PooledLazy<int> _ours;
        private readonly bool _retries;
        private PooledValueTaskSource<int> _source;
        private int _runs;
        private int _expectedRuns;
        private bool _isRunning;
        private bool _isCreated;

        /// <summary>The value, or the failure, is there for everybody.</summary>
        protected override bool IsFinal => _isCreated || Closed is not null;

        internal LazyPair(bool retries)
        {
            _retries = retries;
            _ours = new PooledLazy<int>(
                () =>
                {
                    _runs++;
                    _source = PooledValueTaskSource<int>.Create();
                    return _source.PooledTask;
                },
                retries);
        }

        internal override void Act(Random random)
        {
            if (!_isRunning)
            {
                return;
            }

            _isRunning = false;
            _isCreated = random.Next(2) == 0;
            if (_isCreated)
            {
                EndAll(Outcome.Done);
                _source.SetResult(7);
            }
            else
            {
                EndAll(Outcome.Failed);
                Closed ??= _retries ? null : Outcome.Failed;
                _source.SetException(new TestException());
            }
        }

        internal override void Try(int kind) => Assert.Equal(_isCreated, _ours.TryGetValue(out int value) && value == 7);

        protected override Entry Start(int kind, TimeSpan timeout, CancellationTokenSource? cancellation) =>
            Of(kind, cancellation, _ours.GetValueAsync(timeout, cancellation?.Token ?? default), static value => Assert.Equal(7, value));

        /// <summary>A value is there after the disposal too.</summary>
        protected override bool Takes(int kind) => TryTake(kind);

        protected override bool TryTake(int kind)
        {
            if (!_isCreated && !_isRunning && Closed is null)
            {
                _isRunning = true;
                _expectedRuns++;
            }

            return _isCreated;
        }

        protected override void DisposeOurs() => _ours.Dispose();

        protected override void CheckState(string situation) =>
            Assert.True((_isCreated, _expectedRuns) == (_ours.IsValueCreated, _runs), situation);
    }

    /// <summary>A wait of ours that ends with something to take.</summary>
    private static Entry Of<T>(int kind, CancellationTokenSource? cancellation, PooledValueTask<T> task, Action<T> take) =>
        new(kind, cancellation, () => task.IsCompleted, () => WaiterTests.TakeResult(task, take));
}
