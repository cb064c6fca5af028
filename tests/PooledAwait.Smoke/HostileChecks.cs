namespace PooledAwait.Smoke;

/// <summary>Hostile code, builders by hand, and failures that nobody consumes; each check throws when its promise does not hold.</summary>
internal static class HostileChecks
{
    private static readonly AsyncLocal<int> s_local = new();

    internal static IEnumerable<Check> All =>
    [
        new("OnCompleted of a complete task keeps the ExecutionContext as the framework's does", CompletedContextAsync),
        new("OnCompleted of a complete task posts to the SynchronizationContext", CompletedPlace),
        new("FireAndForget tells the caller's context of its beginning and its end", Notified),
        new("A handler of FireAndForget leaves nothing in the caller's contexts", Handlers),
        new("A dropped error is reported as unobserved", DroppedAsync),
        new("A source with a deadline times out", DeadlinesAsync),
    ];

    private static async Task CompletedContextAsync()
    {
        // Mono's own awaiter loses it.
        int expected = await SeenAsync(static callback => default(ValueTask).GetAwaiter().OnCompleted(callback)).ConfigureAwait(false);
        int seen = await SeenAsync(static callback => default(PooledValueTask).GetAwaiter().OnCompleted(callback)).ConfigureAwait(false);
        Equal(expected, seen);

        static async Task<int> SeenAsync(Action<Action> register)
        {
            TaskCompletionSource<int> value = new();
            s_local.Value = 7;
            register(() => value.SetResult(s_local.Value));
            s_local.Value = 8;
            return await value.Task.ConfigureAwait(false);
        }
    }

    private static void CompletedPlace()
    {
        CountingContext context = new();
        int called = 0;
        context.Run(() => new PooledValueTask<int>(1).GetAwaiter().UnsafeOnCompleted(() => called++));
        Equal(1, context.Posted);
        Equal(1, called);
    }

    private static void Notified()
    {
        CountingContext context = new();
        var source = PooledValueTaskSource.Create();
        context.Run(() => _ = AwaitAsync(source.PooledTask));
        Equal(1, context.Running);
        source.SetResult();
        Equal(0, context.Running);

        static async FireAndForget AwaitAsync(PooledValueTask task) => await task;
    }

    private static void Handlers()
    {
        int handled = 0;
        Action<Exception> handler = _ =>
        {
            handled++;
            s_local.Value = 5;
            SynchronizationContext.SetSynchronizationContext(new CountingContext());
        };
        FireAndForget.Exception += handler;
        s_local.Value = 4;
        SynchronizationContext? before = SynchronizationContext.Current;
        _ = ThrowAsync(default);
        Require(s_local.Value == 4 && SynchronizationContext.Current == before);
        var source = PooledValueTaskSource.Create();
        _ = ThrowAsync(source.PooledTask);
        source.SetResult();
        FireAndForget.Exception -= handler;
        Require(s_local.Value == 4 && SynchronizationContext.Current == before);
        Equal(2, handled);

        static async FireAndForget ThrowAsync(PooledValueTask task)
        {
            await task.ConfigureAwait(false);
            throw new FormatException();
        }
    }

    private static async Task DroppedAsync()
    {
        int reported = 0;
        EventHandler<UnobservedTaskExceptionEventArgs> handler = (_, e) =>
        {
            if (e.Exception.InnerException is FormatException)
            {
                e.SetObserved();
                Interlocked.Increment(ref reported);
            }
        };
        TaskScheduler.UnobservedTaskException += handler;
        for (int attempt = 0; attempt < 200 && Volatile.Read(ref reported) == 0; attempt++)
        {
            PooledValueTaskSource.Create().SetException(new FormatException());
            GC.Collect();
            GC.WaitForPendingFinalizers();
            await Task.Delay(1).ConfigureAwait(false);
        }

        TaskScheduler.UnobservedTaskException -= handler;
        Require(reported != 0);
    }

    private static async Task DeadlinesAsync()
    {
        var source = PooledValueTaskSource<int>.Create(TimeSpan.FromMilliseconds(10));
        Require((await source.PooledTask.WithoutThrowing().ConfigureAwait(false)).Exception is TimeoutException);
        Require(!source.TrySetResult(1));
    }

    /// <summary>Runs what is posted at once.</summary>
    internal sealed class CountingContext : SynchronizationContext
    {
        internal int Posted { get; private set; }

        internal int Running { get; private set; }

        public override void Post(SendOrPostCallback d, object? state)
        {
            Posted++;
            d(state);
        }

        public override void OperationStarted() => Running++;

        public override void OperationCompleted() => Running--;

        internal void Run(Action action)
        {
            SynchronizationContext? before = Current;
            SetSynchronizationContext(this);
            try
            {
                action();
            }
            finally
            {
                SetSynchronizationContext(before);
            }
        }
    }
}
