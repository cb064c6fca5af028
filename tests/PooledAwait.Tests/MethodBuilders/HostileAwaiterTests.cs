namespace PooledAwait.Tests.MethodBuilders;

/// <summary>Awaiters that keep what they are given and pass it on, so that two may call back: one of them resumes the method.</summary>
public sealed class HostileAwaiterTests
{
    [Theory]
    [Booleans]
    public void Await_KeepsTheContinuationAndPassesItOnToOurs_EitherResumes(bool asValueTask) => Watchdog.Run(() =>
    {
        foreach (bool canceled in (bool[])[true, false])
        {
            PooledValueTaskSource source = PooledValueTaskSource.Create();
            PooledValueTaskSource next = PooledValueTaskSource.Create();
            Action? cancel = null;
            KeepingAwaitable awaitable = new(continuation =>
            {
                cancel = continuation;
                if (asValueTask)
                {
                    source.Task.GetAwaiter().UnsafeOnCompleted(continuation);
                }
                else
                {
                    source.PooledTask.GetAwaiter().UnsafeOnCompleted(continuation);
                }
            });
            PooledValueTask<int> task = Run(awaitable, next.PooledTask);
            Assert.False(task.GetAwaiter().IsCompleted);
            Action[] both = canceled ? [cancel!, source.SetResult] : [source.SetResult, cancel!];
            both[0]();

            // The second one finds that the method has gone on, and waits for something else.
            both[1]();
            Assert.False(task.GetAwaiter().IsCompleted);
            next.SetResult();
            Assert.Equal(1, task.GetAwaiter().GetResult());
            source.PooledTask.GetAwaiter().GetResult();
        }

        static async PooledValueTask<int> Run(KeepingAwaitable awaitable, PooledValueTask next)
        {
            await awaitable;
            await next;
            return 1;
        }
    });

    [Theory]
    [Booleans]
    public void Await_OfASourceThatPassesTheContinuationOnToOurs_EitherResumes(bool isAttributed, bool isCanceled) => Watchdog.Run(() =>
    {
        PooledValueTaskSource<int> inner = PooledValueTaskSource<int>.Create();
        ForwardingSource source = new(inner.PooledTask);
        ValueTask<int> awaited = new(source, 0);
        ValueTask<int> task = isAttributed ? AttributedMethods.Increment(awaited) : Increment(awaited);
        Assert.False(task.IsCompleted);

        if (isCanceled)
        {
            source.Cancel();
        }
        else
        {
            inner.SetResult(41);
        }

        Assert.True(task.IsCompleted);
        Assert.Equal(isCanceled ? 0 : 42, task.GetAwaiter().GetResult());

        static async PooledValueTask<int> Increment(ValueTask<int> inner) => await inner + 1;
    });

    [Fact]
    public void Await_OfOursThatIsCompleteMeanwhile_ByCodeThatDoesNotAsk_ComesBack() => Watchdog.Run(() =>
    {
        PooledValueTaskSource<int> source = PooledValueTaskSource<int>.Create();
        source.SetResult(7);
        Assert.Equal(7, HandMadeMethod<int>.Call(source.PooledTask, static task => task.GetAwaiter().GetResult()).GetAwaiter().GetResult());

        QueueingContext context = new();
        context.Install();
        source = PooledValueTaskSource<int>.Create();
        source.SetResult(8);
        SynchronizationContext? seen = null;
        PooledValueTask<int> resumed = HandMadeMethod<int>.Call(source.PooledTask, task =>
        {
            seen = SynchronizationContext.Current;
            return task.GetAwaiter().GetResult();
        });
        Assert.Equal(1, context.Run());
        Assert.Equal(8, resumed.GetAwaiter().GetResult());
        Assert.Same(context, seen);
    });

    /// <summary>
    /// ThreadPool.UnsafeQueueUserWorkItem queues the box itself, if it gets the framework's continuation and the box as its state.
    /// </summary>
    [Fact]
    public void Await_OfASourceThatQueuesASecondCall_ResumesOnce() => Watchdog.Run(() =>
    {
        PooledValueTaskSource<int> inner = PooledValueTaskSource<int>.Create();
        PooledValueTaskSource next = PooledValueTaskSource.Create();
        ForwardingSource source = new(inner.PooledTask);
        PooledValueTask<int> task = Run(new ValueTask<int>(source, 0), next.PooledTask);
        inner.SetResult(1);
        source.RunQueued();
        Assert.False(task.GetAwaiter().IsCompleted);
        next.SetResult();
        source.RunQueued();
        Assert.Equal(1, task.GetAwaiter().GetResult());
        source.RunQueued();

        // The first call comes from the queue.
        inner = PooledValueTaskSource<int>.Create();
        source = new ForwardingSource(inner.PooledTask);
        task = Run(new ValueTask<int>(source, 0), default);
        source.CancelQueued();
        Assert.Equal(-1, task.GetAwaiter().GetResult());
        inner.SetResult(1);
        Assert.Equal(1, inner.PooledTask.GetAwaiter().GetResult());

        static async PooledValueTask<int> Run(ValueTask<int> foreign, PooledValueTask next)
        {
            int result = await foreign;
            await next;
            return result;
        }
    });

    [Fact]
    public void Await_OfASourceThatPassesTheBoxOnWithItsOwnContinuation_CallsThat() => Watchdog.Run(() =>
    {
        PooledValueTaskSource<int> inner = PooledValueTaskSource<int>.Create();
        int calls = 0;
        ForwardingSource source = new(inner.PooledTask, continuation => state =>
        {
            calls++;
            continuation(state);
        });
        PooledValueTask<int> task = Awaiting.Pass(new ValueTask<int>(source, 0));
        inner.SetResult(7);
        Assert.Equal(1, calls);
        Assert.Equal(7, task.GetAwaiter().GetResult());
    });

    [Fact]
    public void Await_CallsBackWhileTheBodyRuns_IsIgnored() => Watchdog.Run(() =>
    {
        Action? continuation = null;
        int runs = 0;
        PooledValueTask task = Run();
        continuation!();
        Assert.Equal(1, runs);
        task.GetAwaiter().GetResult();

        async PooledValueTask Run()
        {
            await new UnsafeAwaitable(resume => continuation = resume);
            Assert.Equal(1, ++runs);
            continuation!();
            PoolTests.RunOnAnotherThread(continuation);
        }
    });

    /// <summary>Another library's source: it passes the continuation on to ours, and calls it itself if it is canceled.</summary>
    private sealed class ForwardingSource(PooledValueTask<int> inner, Func<Action<object?>, Action<object?>>? wrap = null)
        : IValueTaskSource<int>
    {
        private Action? _resume;
        private Action? _resumeQueued;
        private bool _isCanceled;

        public ValueTaskSourceStatus GetStatus(short token) => inner._operation!.GetStatus(inner._token);

        public void OnCompleted(Action<object?> continuation, object? state, short token, ValueTaskSourceOnCompletedFlags flags)
        {
            _resume = () => continuation(state);
            _resumeQueued = state is IThreadPoolWorkItem item ? item.Execute : _resume;
            inner._operation!.OnCompleted(wrap is null ? continuation : wrap(continuation), state, inner._token, flags);
        }

        public int GetResult(short token) => _isCanceled ? -1 : inner.GetAwaiter().GetResult();

        internal void Cancel()
        {
            _isCanceled = true;
            _resume!();
        }

        internal void CancelQueued()
        {
            _isCanceled = true;
            RunQueued();
        }

        /// <summary>What a thread of the pool does with what ThreadPool.UnsafeQueueUserWorkItem has queued.</summary>
        internal void RunQueued() => _resumeQueued!();
    }

    /// <summary>A struct as most awaiters of libraries are: the box must not be taken out of the delegate that it keeps.</summary>
    private readonly struct KeepingAwaitable(Action<Action> onCompleted) : ICriticalNotifyCompletion
    {
        public bool IsCompleted => false;

        public KeepingAwaitable GetAwaiter() => this;

        public void GetResult()
        {
        }

        public void OnCompleted(Action continuation) => onCompleted(continuation);

        public void UnsafeOnCompleted(Action continuation) => onCompleted(continuation);
    }
}
