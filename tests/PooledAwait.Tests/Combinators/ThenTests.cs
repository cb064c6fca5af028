using System;
using System.Linq;
using System.Threading;

namespace PooledAwait.Tests.Combinators;

public class ThenTests
{
    private static readonly AsyncLocal<int> s_local = new();

    [Theory, AllThenOverloads]
    public void Then_OfAnyOutcomes_CallsOnceAfterASuccessAndHasTheLastOutcome(Arity antecedent, ThenOverload overload, bool captured) =>
        Watchdog.Run(() =>
        {
            using CancellationTokenSource source = new();
            TestException thrown = new();
            foreach (Exception? error in (Exception?[])[null, new TestException(), new OperationCanceledException("kept", source.Token)])
            {
                foreach (int bits in Enumerable.Range(0, 8))
                {
                    (bool isPending, bool throws) = ((bits & 1) != 0, (bits & 2) != 0);
                    bool waits = (bits & 4) != 0 && overload >= ThenOverload.Operation && error is null && !throws;
                    Producer producer = Form.Of(antecedent).Create();
                    Producer inner = Form.Of(Arity.WithoutResult).Create();
                    int calls = 0;
                    Complete(!isPending);
                    Subject task = producer.Task.Then(overload, captured, () =>
                    {
                        calls++;
                        return throws ? throw thrown : waits ? inner.Task.Await() : default;
                    });
                    Assert.Equal(isPending || waits, !task.IsCompleted);
                    Complete(isPending);
                    Assert.Equal(error is null ? 1 : 0, calls);
                    Assert.Equal(waits, !task.IsCompleted);
                    Assert.Equal(!isPending && error is null && !throws && !waits, task.IsNull);
                    inner.SetResult();
                    Assert.Throws<InvalidOperationException>(producer.Task.GetResult);
                    Exception? expected = error ?? (throws ? thrown : null);
                    Assert.Equal(
                        expected is null ? ValueTaskState.Succeeded
                        : expected is OperationCanceledException ? ValueTaskState.Canceled
                        : ValueTaskState.Faulted,
                        task.ValueTaskState);
                    Assert.Same(expected, Record.Exception(task.GetResult));

                    void Complete(bool now) => _ = now && (error is null ? producer.TrySetResult() : producer.TrySetException(error));
                }
            }
        });

    [Theory, AllThenOverloads]
    public void Then_Contexts_AreThoseOfTheCallWithFlowAndTheSettersWithout(Arity antecedent, ThenOverload overload, bool captured) =>
        Watchdog.Run(() =>
        {
            QueueingContext context = new();
            context.Install();
            (bool, bool)[] atOnce = [(false, false), (false, true)];
            foreach ((bool isPending, bool throws) in ((bool, bool)[])[(true, false), .. FlowMode.IsOn ? atOnce : []])
            {
                Producer producer = Form.Of(antecedent).Create();
                _ = !isPending && producer.TrySetResult();
                (int Local, SynchronizationContext? Context) seen = default;
                s_local.Value = 1;
                Subject task = producer.Task.Then(overload, captured, () =>
                {
                    seen = (s_local.Value, SynchronizationContext.Current);
                    s_local.Value = 3;
                    new QueueingContext().Install();
                    return throws ? throw new TestException() : default;
                });
                Assert.Equal((1, context), (s_local.Value, SynchronizationContext.Current));
                s_local.Value = 2;
                producer.TrySetResult();
                Assert.Equal(isPending ? 0 : 1, seen.Local);
                Assert.Equal(isPending ? 1 : 0, context.Run());
                Assert.Equal((FlowMode.IsOn ? 1 : 2, context), seen);
                Assert.Equal(FlowMode.IsOn ? 2 : 3, s_local.Value);
                Assert.Equal(throws, Record.Exception(task.GetResult) is TestException);
            }
        });

    [Fact]
    public void Then_OfAnAwaitedTask_FailsAndLosesNoObject() => Watchdog.Run(() =>
    {
        PooledValueTaskSource<Version> source = PooledValueTaskSource<Version>.Create();
        PooledValueTask<Version> first = source.PooledTask.Then(static version => version);
        long rented = Pools.Rented(typeof(Version));

        PooledValueTask<Version> second = source.PooledTask.Then(static version => version);

        Assert.Throws<InvalidOperationException>(() => { second.GetAwaiter().GetResult(); });
        Assert.Equal(rented, Pools.Rented(typeof(Version)));
        source.SetResult(new Version(1, 2));
        Assert.Equal(new Version(1, 2), first.GetAwaiter().GetResult());
    });

    [Fact]
    [Trait(FlowMode.Needs, FlowMode.Pooling)]
    public void Then_ContinuationWhoseTaskIsAwaitedAlready_FaultsAndTheNextUseIsAsNew() => Watchdog.Run(() =>
    {
        PooledValueTaskSource<int> antecedent = PooledValueTaskSource<int>.Create();
        PooledValueTaskSource<Refused> awaitedAlready = PooledValueTaskSource<Refused>.Create();
        awaitedAlready.PooledTask.Forget();
        PooledValueTask<Refused> task = antecedent.PooledTask.Then(_ => awaitedAlready.PooledTask);
        Operation operation = task._operation!;
        antecedent.SetResult(1);
        Assert.True(task.GetAwaiter().IsCompleted);
        Assert.Throws<InvalidOperationException>(() => task.GetAwaiter().GetResult());

        antecedent = PooledValueTaskSource<int>.Create();
        PooledValueTaskSource<Refused> started = PooledValueTaskSource<Refused>.Create();
        task = antecedent.PooledTask.Then(_ => started.PooledTask);
        Assert.Same(operation, task._operation);
        antecedent.SetResult(2);
        Assert.False(task.GetAwaiter().IsCompleted);
        started.SetResult(new(3));
        Assert.Equal(3, task.GetAwaiter().GetResult().Value);
        awaitedAlready.SetResult(default);
    });

    [Fact]
    [Trait(FlowMode.Needs, FlowMode.Pooling)]
    public void Then_ContinuationWhoseTaskIsConsumedAlready_FaultsAndTheNextUseIsAsNew() => Watchdog.Run(() =>
    {
        PooledValueTaskSource<int> antecedent = PooledValueTaskSource<int>.Create();
        PooledValueTaskSource<Stale> consumed = PooledValueTaskSource<Stale>.Create();
        PooledValueTask<Stale> stale = consumed.PooledTask;
        consumed.SetResult(default);
        stale.GetAwaiter().GetResult();
        PooledValueTask<Stale> task = antecedent.PooledTask.Then(_ => stale);
        Operation operation = task._operation!;
        antecedent.SetResult(1);
        Assert.Throws<InvalidOperationException>(() => task.GetAwaiter().GetResult());

        antecedent = PooledValueTaskSource<int>.Create();
        task = antecedent.PooledTask.Then(_ => new PooledValueTask<Stale>(new Stale(2)));
        Assert.Same(operation, task._operation);
        antecedent.SetResult(9);
        Assert.Equal(2, task.GetAwaiter().GetResult().Value);
    });

    [Fact]
    public void Then_AwaitedByAMethod_WaitsForWhatItStarts() => Watchdog.Run(() =>
    {
        PooledValueTaskSource<int> first = PooledValueTaskSource<int>.Create();
        PooledValueTaskSource<int> second = PooledValueTaskSource<int>.Create();
        PooledValueTask<int> method = Await(first.PooledTask.Then(_ => second.PooledTask));
        first.SetResult(1);
        Assert.False(method.IsCompleted);
        second.SetResult(2);
        Assert.Equal(2, method.Result);

        static async PooledValueTask<int> Await(PooledValueTask<int> task) => await task;
    });

    [Fact]
    [Trait(FlowMode.Needs, FlowMode.Pooling)]
    public void Then_StartedInAChain_IsAwaitedByTheNextAndTheOneBetweenIsFree() => Watchdog.Run(() =>
    {
        PooledValueTaskSource<int> antecedent = PooledValueTaskSource<int>.Create();
        PooledValueTaskSource<Between> started = PooledValueTaskSource<Between>.Create();
        PooledValueTask<Between> between = antecedent.PooledTask.Then(_ => started.PooledTask);
        PooledValueTask<int> last = between.Then(static value => value.Value + 1);
        antecedent.SetResult(1);
        Assert.False(last.GetAwaiter().IsCompleted);
        Assert.Throws<InvalidOperationException>(() => between.GetAwaiter().IsCompleted);

        PooledValueTaskSource<int> next = PooledValueTaskSource<int>.Create();
        PooledValueTask<Between> reused = next.PooledTask.Then(static value => new PooledValueTask<Between>(new Between(value)));
        Assert.Same(between._operation, reused._operation);

        started.SetResult(new Between(2));
        Assert.Equal(3, last.GetAwaiter().GetResult());
        next.SetResult(4);
        Assert.Equal(4, reused.GetAwaiter().GetResult().Value);
    });

    [Fact]
    public void Then_StartedInAChain_PassesItsErrorOn() => Watchdog.Run(() =>
    {
        TestException thrown = new();
        PooledValueTaskSource antecedent = PooledValueTaskSource.Create();
        PooledValueTaskSource<int> started = PooledValueTaskSource<int>.Create();
        int calls = 0;
        PooledValueTask<int> last = antecedent.PooledTask.Then(() => started.PooledTask).Then(value => calls++);
        antecedent.SetResult();
        started.SetException(thrown);
        Assert.Same(thrown, Assert.Throws<TestException>(() => last.GetAwaiter().GetResult()));
        Assert.Equal(0, calls);
    });

    [Fact]
    public void Then_StartedInAChainButAwaitedAlready_FaultsTheNextWhichConsumesIt() => Watchdog.Run(() =>
    {
        PooledValueTaskSource antecedent = PooledValueTaskSource.Create();
        PooledValueTaskSource<int> awaitedAlready = PooledValueTaskSource<int>.Create();
        PooledValueTask<int> awaiting = awaitedAlready.PooledTask.Then(static value => value + 1);
        PooledValueTask<int> first = antecedent.PooledTask.Then(() => awaitedAlready.PooledTask);
        PooledValueTask<int> last = first.Then(static value => value + 2);
        antecedent.SetResult();
        Assert.True(last.GetAwaiter().IsCompleted);
        Assert.Throws<InvalidOperationException>(() => last.GetAwaiter().GetResult());
        Assert.False(first._operation!.IsCurrent(first._token));
        awaitedAlready.SetResult(10);
        Assert.Equal(11, awaiting.GetAwaiter().GetResult());
    });

    [Fact]
    [Trait(FlowMode.Needs, FlowMode.Flow)]
    public void Then_StartedInAChain_KeepsTheNextsContexts() => Watchdog.Run(() =>
    {
        PooledValueTaskSource antecedent = PooledValueTaskSource.Create();
        PooledValueTaskSource started = PooledValueTaskSource.Create();
        PooledValueTask between = antecedent.PooledTask.Then(() =>
        {
            s_local.Value = 2;
            return started.PooledTask;
        });
        s_local.Value = 1;
        int local = 0;
        PooledValueTask last = between.Then(() => { local = s_local.Value; });
        antecedent.SetResult();
        s_local.Value = 3;
        started.SetResult();
        last.GetAwaiter().GetResult();
        Assert.Equal(1, local);
        Assert.Equal(3, s_local.Value);
    });

    [Fact]
    public void Then_StartedInAChainUnderASynchronizationContext_ContinuesOnIt() => Watchdog.Run(() =>
    {
        PooledValueTaskSource antecedent = PooledValueTaskSource.Create();
        PooledValueTaskSource started = PooledValueTaskSource.Create();
        PooledValueTask between = antecedent.PooledTask.Then(() => started.PooledTask);
        QueueingContext context = new();
        SynchronizationContext? before = SynchronizationContext.Current;
        SynchronizationContext.SetSynchronizationContext(context);
        SynchronizationContext? seen = null;
        PooledValueTask last = between.Then(() => { seen = SynchronizationContext.Current; });
        SynchronizationContext.SetSynchronizationContext(before);
        antecedent.SetResult();
        started.SetResult();
        Assert.False(last.GetAwaiter().IsCompleted);
        Assert.Equal(1, context.Run());
        last.GetAwaiter().GetResult();
        Assert.Same(context, seen);
    });

    [Fact]
    public void Then_ThatStartsItselfAnew_HoldsTwoOperationsHoweverOften()
    {
        Watchdog.Run(() =>
        {
            const int Turns = 10_000;
            PooledValueTaskSource<Turn> step = default;
            PooledValueTask<int> last = Go(0).Then(static turn => turn.Number);
            long most = 0;
            for (int turn = 1; turn <= Turns; turn++)
            {
                step.SetResult(new Turn(turn));
                most = Math.Max(most, InFlight());
            }

            Assert.Equal(Turns, last.GetAwaiter().GetResult());
            Assert.Equal(0, InFlight());
            Assert.Equal(2, most); // the source and what continues it

            PooledValueTask<Turn> Go(int number)
            {
                if (number == Turns)
                {
                    return new(new Turn(number));
                }

                step = PooledValueTaskSource<Turn>.Create();
                return step.PooledTask.Then(turn => Go(turn.Number));
            }
        });

        static long InFlight() => Pool.GetStatistics()
            .Where(static pool => pool.Type.ToString().Contains(nameof(Turn), StringComparison.Ordinal))
            .Where(static pool => !pool.Type.ToString().Contains(typeof(int).FullName!, StringComparison.Ordinal))
            .Sum(static pool => pool.Rented - pool.Returned - pool.Retired);
    }

    private readonly record struct Between(int Value);

    private readonly record struct Turn(int Number);

    // Each test has a pool of its own.
    private readonly record struct Refused(int Value);

    private readonly record struct Stale(int Value);
}
