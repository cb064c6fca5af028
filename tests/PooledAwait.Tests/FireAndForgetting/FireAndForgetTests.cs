using System;
using System.Collections.Generic;
using System.Threading;
using System.Threading.Tasks;

namespace PooledAwait.Tests;

public sealed class FireAndForgetTests
{
    private static int s_runs;

    [Fact]
    public void Method_RunsSynchronouslyUpToItsFirstSuspension() => Watchdog.Run(() =>
    {
        List<string> log = [];
        PooledValueTaskSource source = PooledValueTaskSource.Create();

        _ = Run();
        log.Add("returned");
        source.SetResult();

        Assert.Equal(["started", "returned", "resumed"], log);

        async FireAndForget Run()
        {
            log.Add("started");
            await source.Task;
            log.Add("resumed");
        }
    });

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

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public void Exception_WithHandlers_ReachesEachOnce(bool suspended) => Watchdog.Run(() =>
    {
        TestException thrown = new();
        List<Exception> first = [];
        List<Exception> second = [];
        using (Handle(first.Add))
        using (Handle(second.Add))
        {
            Throw(thrown, suspended);
        }

        Assert.Equal([thrown], first);
        Assert.Equal([thrown], second);
    });

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

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public void Exception_WithoutHandlers_IsReportedAsUnobserved(bool suspended) => Watchdog.Run(() =>
    {
        using UnobservedExceptions unobserved = new();
        TestException thrown = new();

        Throw(thrown, suspended);

        Assert.Equal(1, unobserved.CountOf(thrown));
    });

    [Fact]
    public void Exception_WithAHandler_IsNotReportedAsUnobservedToo() => Watchdog.Run(() =>
    {
        using UnobservedExceptions unobserved = new();
        TestException thrown = new();
        using (Handle(static _ => { }))
        {
            Throw(thrown, suspended: true);
        }

        Assert.Equal(0, unobserved.CountOf(thrown));
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

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public void Handlers_ChangingContexts_ChangeNothingForTheCaller(bool suspended) => Watchdog.Run(() =>
    {
        AsyncLocal<int> local = new() { Value = 1 };
        int seenByHandler = 0;
        using (Handle(_ =>
        {
            seenByHandler = local.Value;
            local.Value = 3;
            SynchronizationContext.SetSynchronizationContext(new QueueingContext());
        }))
        {
            PooledValueTaskSource source = PooledValueTaskSource.Create();
            _ = Run(source);
            source.TrySetResult();

            Assert.Equal(2, seenByHandler);
            Assert.Equal(1, local.Value);
            Assert.Null(SynchronizationContext.Current);
        }

        async FireAndForget Run(PooledValueTaskSource source)
        {
            local.Value = 2;
            if (suspended)
            {
                await source.Task;
            }

            throw new TestException();
        }
    });

    [Fact]
    public void Method_WarmAndSuspended_AllocatesNothing() => Watchdog.Run(() =>
    {
        s_runs = 0;
        Assert.Equal(0, Bytes.PerUse(static () =>
        {
            PooledValueTaskSource source = PooledValueTaskSource.Create();
            _ = Run(source);
            source.SetResult();
        }));
        Assert.Equal(400, s_runs);

        static async FireAndForget Run(PooledValueTaskSource source)
        {
            await source.PooledTask;
            s_runs++;
        }
    });

    [Fact]
    public void Method_AwaitingAnyKindOfAwaitable_ComesBack() => Watchdog.Run(async () =>
    {
        TaskCompletionSource done = new(TaskCreationOptions.RunContinuationsAsynchronously);
        _ = Run();
        await done.Task;

        async FireAndForget Run()
        {
            await Task.Yield();
            await Task.Delay(1);
            await Inner();
            done.SetResult();
        }

        static async PooledValueTask Inner() => await Task.Yield();
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

    private static Subscription Handle(Action<Exception> handler) => new(handler);

    private sealed class Subscription : IDisposable
    {
        private readonly Action<Exception> _handler;

        internal Subscription(Action<Exception> handler)
        {
            _handler = handler;
            FireAndForget.Exception += handler;
        }

        public void Dispose() => FireAndForget.Exception -= _handler;
    }
}
