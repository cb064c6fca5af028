using System;
using System.Runtime.CompilerServices;
using System.Threading;
using System.Threading.Tasks;

namespace PooledAwait.Tests.Operations;

/// <summary>What a completer hands to a continuation: on which ways it arrives, once, and where the object goes then.</summary>
public class HandingTests
{
    private static readonly AsyncLocal<int> s_local = new();

    [Fact]
    public void Handed_InTheLoop_ArrivesAndGoesBack() => Check<InLoop>(static complete => complete());

    [Fact]
    public void Handed_WhileNoContextFlows_ArrivesAndGoesBack() => Check<WithoutFlow>(
        static complete =>
        {
            // The continuation's context can only be run in here, in a loop of its own.
            using (ExecutionContext.SuppressFlow())
            {
                complete();
            }
        },
        inAnotherContext: true);

    [Fact]
    public void Handed_InAnotherContext_ArrivesAndGoesBack() => Check<Elsewhere>(static complete => complete(), inAnotherContext: true);

    [Fact]
    public void Handed_WithoutRoomForALoop_ArrivesAndGoesBack() => Watchdog.Run(
        static () => Check<NoRoom>(static complete => OnTheLastOfTheStack(complete)),
        stackSize: 512 * 1024);

    [Fact]
    public void Handed_ToAContinuationOnAContext_ArrivesAndGoesBack()
    {
        QueueingContext context = new();
        Check<Posted>(
            complete =>
            {
                complete();
                Assert.Equal(1, context.Run());
            },
            context);
    }

    [Fact]
    public void Handed_ByASourceThatCompletesAsynchronously_ArrivesAndGoesBack() => Watchdog.Run(static () =>
    {
        PoolStatistics before = DeliveryTests.Statistics<Numbered<Queued>>();
        SourceOperation<Numbered<Queued>> operation = SourceOperation<Numbered<Queued>>.Rent();
        operation.Apply(TaskCreationOptions.RunContinuationsAsynchronously);
        short token = operation.Token;
        int value = 0;
        int thread = 0;
        PooledValueTask continued = new PooledValueTask<Numbered<Queued>>(operation, default, token).Then(result =>
        {
            value = result.Number;
            thread = Environment.CurrentManagedThreadId;

            // Counts what this thread has returned.
            Pool.GetStatistics();
        });
        operation.TrySucceed(token, new(42));
        continued.GetAwaiter().GetResult();
        Assert.Equal(42, value);
        Assert.NotEqual(Environment.CurrentManagedThreadId, thread);
        Assert.False(operation.IsCurrent(token));
        DeliveryTests.AssertOneUse(before, DeliveryTests.Statistics<Numbered<Queued>>());
    });

    [Fact]
    public void Handed_TheHandleIsOverBeforeTheContinuationRuns() => Watchdog.Run(static () =>
    {
        PooledValueTaskSource<Numbered<Handle>> source = PooledValueTaskSource<Numbered<Handle>>.Create();
        PooledValueTask<Numbered<Handle>> task = source.PooledTask;
        Exception? refused = null;
        Exception? refusedElsewhere = null;
        int value = 0;
        PooledValueTask continued = task.Then(result =>
        {
            value = result.Number;
            refused = Record.Exception(() => task.GetAwaiter().GetResult());
            PoolTests.RunOnAnotherThread(() => refusedElsewhere = Record.Exception(() => task.GetAwaiter().GetResult()));

            // Nobody else has the object yet.
            PooledValueTaskSource<Numbered<Handle>> other = PooledValueTaskSource<Numbered<Handle>>.Create();
            Assert.NotSame(task._operation, other.PooledTask._operation);
            other.SetResult(default);
            other.PooledTask.GetAwaiter().GetResult();
        });
        source.SetResult(new(42));
        continued.GetAwaiter().GetResult();
        Assert.Equal(42, value);
        Assert.IsType<InvalidOperationException>(refused);
        Assert.IsType<InvalidOperationException>(refusedElsewhere);
    });

    [Fact]
    public void Handed_AFailure_ArrivesAndGoesBack() => Watchdog.Run(static () =>
    {
        PoolStatistics before = DeliveryTests.Statistics<Numbered<Failing>>();
        TestException thrown = new();
        PooledValueTaskSource<Numbered<Failing>> source = PooledValueTaskSource<Numbered<Failing>>.Create();
        PooledValueTask continued = source.PooledTask.Then(static _ => { });
        source.SetException(thrown);
        Assert.Same(thrown, Assert.Throws<TestException>(() => continued.GetAwaiter().GetResult()));
        DeliveryTests.AssertOneUse(before, DeliveryTests.Statistics<Numbered<Failing>>());
    });

    /// <summary>A source's result arrives in a continuation, however the source is completed; and the source is used once.</summary>
    private static void Check<TTest>(Action<Action> completing, SynchronizationContext? context = null, bool inAnotherContext = false) =>
        Watchdog.Run(() =>
        {
            PoolStatistics before = DeliveryTests.Statistics<Numbered<TTest>>();
            PooledValueTaskSource<Numbered<TTest>> source = PooledValueTaskSource<Numbered<TTest>>.Create();
            PooledValueTask<Numbered<TTest>> task = source.PooledTask;
            SynchronizationContext? outer = SynchronizationContext.Current;
            SynchronizationContext.SetSynchronizationContext(context);
            s_local.Value = inAnotherContext ? 1 : 0;
            int value = 0;
            int local = 0;
            PooledValueTask continued = task.Then(result =>
            {
                value = result.Number;
                local = s_local.Value;

                // Counts what this thread has returned.
                Pool.GetStatistics();
            });
            SynchronizationContext.SetSynchronizationContext(outer);
            s_local.Value = inAnotherContext ? 2 : 0;
            completing(() => source.SetResult(new(42)));
            continued.GetAwaiter().GetResult();
            Assert.Equal(42, value);
            Assert.Equal(!inAnotherContext ? 0 : FlowMode.IsOn ? 1 : 2, local);
            Assert.False(task._operation!.IsCurrent(task._token));
            DeliveryTests.AssertOneUse(before, DeliveryTests.Statistics<Numbered<TTest>>());
        });

    /// <summary>Calls where the runtime does not answer for the stack that a loop needs any more.</summary>
    private static void OnTheLastOfTheStack(Action action)
    {
        if (RuntimeHelpers.TryEnsureSufficientExecutionStack())
        {
            OnTheLastOfTheStack(action);
            GC.KeepAlive(action);
        }
        else
        {
            action();
        }
    }

    /// <summary>A result whose pool of sources is one test's own, to count in.</summary>
    /// <typeparam name="TTest">The test.</typeparam>
    private readonly record struct Numbered<TTest>(int Number);

    private struct InLoop;

    private struct WithoutFlow;

    private struct Elsewhere;

    private struct NoRoom;

    private struct Posted;

    private struct Queued;

    private struct Handle;

    private struct Failing;
}
