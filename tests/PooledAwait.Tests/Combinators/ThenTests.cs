using System;
using System.Threading;
using System.Threading.Tasks;

namespace PooledAwait.Tests.Combinators;

public class ThenTests
{
    private static readonly AsyncLocal<int> s_local = new();

    [Theory, AllThenOverloads]
    public void Then_AfterACompletedTask_RunsAtOnce(Arity antecedent, ThenOverload overload, bool captured)
    {
        Producer producer = Form.Of(antecedent).Create();
        producer.SetResult();
        int calls = 0;
        Subject task = producer.Task.Then(overload, captured, () => Count(ref calls));
        Assert.Equal(1, calls);
        Assert.True(task.IsNull);
        task.GetResult();
    }

    [Theory, AllThenOverloads]
    public void Then_AfterAPendingTask_RunsWhenItCompletes(Arity antecedent, ThenOverload overload, bool captured)
    {
        Watchdog.Run(() =>
        {
            Producer producer = Form.Of(antecedent).Create();
            int calls = 0;
            Subject task = producer.Task.Then(overload, captured, () => Count(ref calls));
            Assert.Equal(0, calls);
            Assert.False(task.IsCompleted);
            producer.SetResult();
            Assert.Equal(1, calls);
            task.GetResult();
        });
    }

    [Theory, AllThenOverloads]
    public void Then_ContinuationThatIsPending_IsWaitedFor(Arity antecedent, ThenOverload overload, bool captured)
    {
        if (overload is ThenOverload.Action or ThenOverload.Function)
        {
            return;
        }

        Watchdog.Run(() =>
        {
            Producer producer = Form.Of(antecedent).Create();
            Producer inner = Form.Of(Arity.WithoutResult).Create();
            Subject task = producer.Task.Then(overload, captured, inner.Task.Await);
            producer.SetResult();
            Assert.False(task.IsCompleted);
            inner.SetResult();
            Assert.True(task.IsCompleted);
            task.GetResult();
        });
    }

    [Theory, AllThenOverloads]
    public void Then_AnyAntecedent_ConsumesIt(Arity antecedent, ThenOverload overload, bool captured)
    {
        Watchdog.Run(() =>
        {
            Form form = Form.Of(antecedent);
            Producer producer = form.Create();
            Subject task = producer.Task.Then(overload, captured, () => default);
            producer.SetResult();
            Assert.Throws<InvalidOperationException>(producer.Task.GetResult);
            Assert.Same(producer.Operation, form.Create().Operation);
            task.GetResult();
        });
    }

    [Theory, AllThenOverloads]
    public void Then_AntecedentThatFails_PassesItsExceptionOnWithoutCalling(Arity antecedent, ThenOverload overload, bool captured)
    {
        Watchdog.Run(() =>
        {
            foreach (bool pending in (bool[])[true, false])
            {
                Producer producer = Form.Of(antecedent).Create();
                TestException exception = new();
                int calls = 0;
                if (!pending)
                {
                    producer.TrySetException(exception);
                }

                Subject task = producer.Task.Then(overload, captured, () => Count(ref calls));
                producer.TrySetException(exception);
                Assert.Equal(ValueTaskState.Faulted, task.ValueTaskState);
                Assert.Same(exception, Assert.Throws<TestException>(task.GetResult));
                Assert.Equal(0, calls);
            }
        });
    }

    [Theory, AllThenOverloads]
    public void Then_AntecedentThatIsCanceled_PassesTheCancellationOnWithoutCalling(Arity antecedent, ThenOverload overload, bool captured)
    {
        Watchdog.Run(() =>
        {
            using CancellationTokenSource source = new();
            OperationCanceledException exception = new("kept", source.Token);
            Producer producer = Form.Of(antecedent).Create();
            int calls = 0;
            Subject task = producer.Task.Then(overload, captured, () => Count(ref calls));
            producer.TrySetException(exception);
            Assert.Equal(ValueTaskState.Canceled, task.ValueTaskState);
            Assert.Same(exception, Assert.Throws<OperationCanceledException>(task.GetResult));
            Assert.Equal(0, calls);
        });
    }

    [Theory, AllThenOverloads]
    public void Then_ContinuationThatThrows_Faults(Arity antecedent, ThenOverload overload, bool captured)
    {
        Watchdog.Run(() =>
        {
            Producer producer = Form.Of(antecedent).Create();
            TestException exception = new();
            Subject task = producer.Task.Then(overload, captured, () => throw exception);
            producer.SetResult();
            Assert.Equal(ValueTaskState.Faulted, task.ValueTaskState);
            Assert.Same(exception, Assert.Throws<TestException>(task.GetResult));
        });
    }

    [Theory, AllThenOverloads]
    public void Then_NullContinuation_ThrowsAndConsumesNothing(Arity antecedent, ThenOverload overload, bool captured)
    {
        Producer producer = Form.Of(antecedent).Create();
        Assert.Throws<ArgumentNullException>("continuation", () => producer.Task.ThenNull(overload, captured));
        producer.SetResult();
        producer.Task.GetResult();
    }

    [Theory, AllThenOverloads]
    public void Then_AsyncLocal_IsThatOfTheCallNotOfTheSetter(Arity antecedent, ThenOverload overload, bool captured)
    {
        Watchdog.Run(() =>
        {
            Producer producer = Form.Of(antecedent).Create();
            int seen = 0;
            s_local.Value = 1;
            Subject task = producer.Task.Then(overload, captured, () =>
            {
                seen = s_local.Value;
                s_local.Value = 3;
                return default;
            });
            s_local.Value = 2;
            producer.SetResult();
            Assert.Equal(1, seen);
            Assert.Equal(2, s_local.Value);
            task.GetResult();
        });
    }

    [Theory, AllThenOverloads]
    public void Then_ContinuationThatRunsAtOnce_KeepsItsContextsToItself(Arity antecedent, ThenOverload overload, bool captured)
    {
        Watchdog.Run(() =>
        {
            QueueingContext context = new();
            context.Install();
            s_local.Value = 1;
            foreach (bool throws in (bool[])[false, true])
            {
                Producer producer = Form.Of(antecedent).Create();
                producer.SetResult();
                Subject task = producer.Task.Then(overload, captured, () =>
                {
                    s_local.Value = 2;
                    new QueueingContext().Install();
                    return throws ? throw new TestException() : default;
                });
                Assert.Equal(1, s_local.Value);
                Assert.Same(context, SynchronizationContext.Current);
                Assert.Equal(throws ? typeof(TestException) : null, Record.Exception(task.GetResult)?.GetType());
            }
        });
    }

    [Theory, AllThenOverloads]
    public void Then_UnderASynchronizationContext_ContinuesOnIt(Arity antecedent, ThenOverload overload, bool captured)
    {
        Watchdog.Run(() =>
        {
            QueueingContext context = new();
            context.Install();
            Producer producer = Form.Of(antecedent).Create();
            int calls = 0;
            Subject task = producer.Task.Then(overload, captured, () => Count(ref calls));
            producer.SetResult();
            Assert.Equal(0, calls);
            Assert.Equal(1, context.Run());
            Assert.Equal(1, calls);
            task.GetResult();
        });
    }

    [Fact]
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
    public void Then_Chained_RunsInOrder()
    {
        Watchdog.Run(() =>
        {
            PooledValueTaskSource<int> source = PooledValueTaskSource<int>.Create();
            PooledValueTask<string> task = source.PooledTask
                .Then(static n => n + 1)
                .Then(10, static (n, factor) => n * factor)
                .Then(static n => Later(n))
                .Then(static n => n.ToString(System.Globalization.CultureInfo.InvariantCulture));
            source.SetResult(1);
            Assert.Equal("20", task.GetAwaiter().GetResult());
        });

        static async PooledValueTask<int> Later(int value)
        {
            await Task.Yield();
            return value;
        }
    }

    private static PooledValueTask Count(ref int calls)
    {
        calls++;
        return default;
    }

    // Each test has a pool of its own.
    private readonly record struct Refused(int Value);

    private readonly record struct Stale(int Value);
}
