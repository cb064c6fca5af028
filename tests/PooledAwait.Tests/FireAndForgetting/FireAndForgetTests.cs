namespace PooledAwait.Tests;

public sealed class FireAndForgetTests
{
    [Fact]
    public async Task ReturnValue_InEveryForm_IsCompleteAtOnce()
    {
        TaskCompletionSource never = new();
        FireAndForget running = Run();

        await running;
        Assert.Same(Task.CompletedTask, running.AsTask());
        Assert.Same(Task.CompletedTask, (Task)running);
        Assert.True(running.AsValueTask().IsCompletedSuccessfully);
        Assert.True(((ValueTask)running).IsCompletedSuccessfully);
        Assert.True(running.GetAwaiter().IsCompleted);
        Assert.Equal(default, running);
        Assert.Equal(nameof(FireAndForget), running.ToString());

        async FireAndForget Run() => await never.Task;
    }

    [Fact]
    public void Exception_WhenAHandlerThrows_StillReachesTheNextAndLeavesNobodyElseAffected() => Watchdog.Run(() =>
    {
        using UnobservedExceptions unobserved = new();
        TestException thrown = new();
        TestException handlersOwn = new("by the handler");
        List<Exception> second = [];
        using (Handle(_ => throw handlersOwn))
        using (Handle(second.Add))
        {
            Throw(thrown, suspended: false); // nothing escapes
            Throw(thrown, suspended: true);
        }

        Assert.Equal([thrown, thrown], second);
        Assert.Equal(2, unobserved.CountOf(handlersOwn));
    });

    [Fact]
    public void Cancellation_ReachesHandlers_AndIsNotAnUnobservedException() => Watchdog.Run(() =>
    {
        using UnobservedExceptions unobserved = new();
        OperationCanceledException thrown = new();
        List<Exception> seen = [];
        using (Handle(seen.Add))
        {
            Throw(thrown, suspended: true);
        }

        Throw(thrown, suspended: true);
        Throw(thrown, suspended: false);

        Assert.Equal([thrown], seen);
        Assert.Equal(0, unobserved.CountOf(thrown));
    });

    /// <summary>An awaiter that calls back at once ends the method before its builder is asked for the task.</summary>
    [Theory]
    [Trait(FlowMode.Needs, FlowMode.Flow)]
    [InlineData("not suspended")]
    [InlineData("source")]
    [InlineData("awaiter that calls back at once")]
    [InlineData("awaiter that calls back at once on another thread")]
    public void Handlers_ChangingContexts_RunInTheMethodsAndChangeNothingForTheCaller(string awaited) => Watchdog.Run(() =>
    {
        AsyncLocal<int> local = new() { Value = 1 };
        QueueingContext own = new();
        (int Local, SynchronizationContext? Context) seen = default;
        using (Handle(_ =>
        {
            seen = (local.Value, SynchronizationContext.Current);
            local.Value = 4;
            SynchronizationContext.SetSynchronizationContext(new QueueingContext());
        }))
        {
            PooledValueTaskSource source = PooledValueTaskSource.Create();
            _ = Run(source);
            source.TrySetResult();

            Assert.Equal((3, own), seen);
            Assert.Equal(1, local.Value);
            Assert.Null(SynchronizationContext.Current);
        }

        async FireAndForget Run(PooledValueTaskSource source)
        {
            local.Value = 2;
            switch (awaited)
            {
                case "source":
                    await source.Task;
                    break;
                case "awaiter that calls back at once":
                    await new UnsafeAwaitable(static continuation => continuation());
                    break;
                case "awaiter that calls back at once on another thread":
                    await new UnsafeAwaitable(PoolTests.RunOnAnotherThread);
                    break;
            }

            local.Value++;
            SynchronizationContext.SetSynchronizationContext(own);
            throw new TestException();
        }
    });

    [Theory]
    [Booleans]
    public void SynchronizationContext_OfTheCaller_IsToldAsByAsyncVoid(bool suspends, bool throws) => Watchdog.Run(() =>
    {
        List<string> expected = [];
        List<string> actual = [];
        using (Handle(static _ => { }))
        {
            Call(expected, (log, gate) => Void(log, gate));
            Call(actual, (log, gate) => _ = Forgotten(log, gate));
        }

        // async void posts its exception to the context; ours goes to the handlers.
        expected.Remove("post");
        Assert.Equal(expected, actual);
        Assert.Contains("started", actual);
        Assert.Contains("completed", actual);

        void Call(List<string> log, Action<List<string>, Task> method)
        {
            TaskCompletionSource gate = new();
            SynchronizationContext.SetSynchronizationContext(new CountingContext(log));
            method(log, gate.Task);
            log.Add("returned");
            SynchronizationContext.SetSynchronizationContext(null);
            gate.SetResult();
        }

        async void Void(List<string> log, Task gate) => await Body(log, gate).ConfigureAwait(false);

        async FireAndForget Forgotten(List<string> log, Task gate) => await Body(log, gate).ConfigureAwait(false);

        async Task Body(List<string> log, Task gate)
        {
            log.Add("begins");
            if (suspends)
            {
                await gate.ConfigureAwait(false);
            }

            log.Add("ends");
            if (throws)
            {
                throw new TestException();
            }
        }
    });

    [Fact]
    public void SynchronizationContext_ThatThrowsWhenToldOfTheEnd_ReportsThatAndTheMethodIsOver() => Watchdog.Run(() =>
    {
        using UnobservedExceptions unobserved = new();
        TestException refusal = new();
        SynchronizationContext.SetSynchronizationContext(new CountingContext([]) { Refusal = refusal });

        _ = Run();
        SynchronizationContext.SetSynchronizationContext(null);

        Assert.Equal(1, unobserved.CountOf(refusal));

#pragma warning disable CS1998 // without await: that is the case
        static async FireAndForget Run()
        {
        }
#pragma warning restore CS1998
    });

    private static void Throw(Exception exception, bool suspended)
    {
        PooledValueTaskSource source = PooledValueTaskSource.Create();
        _ = Run();
        source.SetResult();

        async FireAndForget Run()
        {
            if (suspended)
            {
                await source.Task;
            }

            throw exception;
        }
    }

    private static Restoration Handle(Action<Exception> handler)
    {
        FireAndForget.Exception += handler;
        return new(() => FireAndForget.Exception -= handler);
    }

    private sealed class CountingContext(List<string> log) : SynchronizationContext
    {
        internal Exception? Refusal { get; init; }

        public override void OperationStarted() => log.Add("started");

        public override void OperationCompleted()
        {
            log.Add("completed");
            if (Refusal is not null)
            {
                throw Refusal;
            }
        }

        public override void Post(SendOrPostCallback d, object? state) => log.Add("post");
    }
}
