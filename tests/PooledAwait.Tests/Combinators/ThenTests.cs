namespace PooledAwait.Tests.Combinators;

public class ThenTests
{
    private const int Value = 42;

    private const int FirstThatStarts = 4;

    private static readonly AsyncLocal<int> s_local = new();

    /// <summary>The overloads; from <see cref="FirstThatStarts"/> on, the continuation starts another task.</summary>
    private static readonly Func<PooledValueTask, Func<PooledValueTask>, Outcome>[] s_plain =
    [
        static (task, body) => new(task.Then(() => Act(body))),
        static (task, body) => new(task.Then(body, static body => Act(body))),
        static (task, body) => new(task.Then(() => Compute(body))),
        static (task, body) => new(task.Then(body, static body => Compute(body))),
        static (task, body) => new(task.Then(() => Start(body))),
        static (task, body) => new(task.Then(body, static body => Start(body))),
        static (task, body) => new(task.Then(() => StartWithResult(body))),
        static (task, body) => new(task.Then(body, static body => StartWithResult(body))),
    ];

    private static readonly Func<PooledValueTask<int>, Func<PooledValueTask>, Outcome>[] s_withResult =
    [
        static (task, body) => new(task.Then(value => Act(body, value))),
        static (task, body) => new(task.Then(body, static (value, body) => Act(body, value))),
        static (task, body) => new(task.Then(value => Compute(body, value))),
        static (task, body) => new(task.Then(body, static (value, body) => Compute(body, value))),
        static (task, body) => new(task.Then(value => Start(body, value))),
        static (task, body) => new(task.Then(body, static (value, body) => Start(body, value))),
        static (task, body) => new(task.Then(value => StartWithResult(body, value))),
        static (task, body) => new(task.Then(body, static (value, body) => StartWithResult(body, value))),
    ];

    public static IEnumerable<object[]> Overloads =>
        from hasResult in (bool[])[false, true] from overload in Enumerable.Range(0, s_plain.Length) select (object[])[hasResult, overload];

    [Theory, MemberData(nameof(Overloads))]
    public void Then_OfAnyOutcomes_CallsOnceAfterASuccessAndHasTheLastOutcome(bool hasResult, int overload) => Watchdog.Run(() =>
    {
        using CancellationTokenSource source = new();
        TestException thrown = new();
        foreach (Exception? error in (Exception?[])[null, new TestException(), new OperationCanceledException("kept", source.Token)])
        {
            foreach (int bits in Enumerable.Range(0, 8))
            {
                (bool isPending, bool throws) = ((bits & 1) != 0, (bits & 2) != 0);
                bool waits = (bits & 4) != 0 && overload >= FirstThatStarts && error is null && !throws;
                Antecedent antecedent = new(hasResult);
                PooledValueTaskSource inner = PooledValueTaskSource.Create();
                int calls = 0;
                _ = !isPending && antecedent.TrySet(error);
                Outcome task = antecedent.Then(overload, () =>
                {
                    calls++;
                    return throws ? throw thrown : waits ? inner.PooledTask : default;
                });
                Assert.Equal(isPending || waits, task.Status == ValueTaskSourceStatus.Pending);
                _ = isPending && antecedent.TrySet(error);
                Assert.Equal(error is null ? 1 : 0, calls);
                Assert.Equal(waits, task.Status == ValueTaskSourceStatus.Pending);
                Assert.Equal(!isPending && error is null && !throws && !waits, task.Operation is null);
                inner.SetResult();
                Assert.Throws<InvalidOperationException>(antecedent.GetResult);
                Exception? expected = error ?? (throws ? thrown : null);
                Assert.Equal(
                    expected is null ? ValueTaskSourceStatus.Succeeded
                    : expected is OperationCanceledException ? ValueTaskSourceStatus.Canceled
                    : ValueTaskSourceStatus.Faulted,
                    task.Status);
                Assert.Same(expected, Record.Exception(task.GetResult));
            }
        }
    });

    [Theory, MemberData(nameof(Overloads))]
    public void Then_Contexts_AreThoseOfTheCallWithFlowAndTheSettersWithout(bool hasResult, int overload) => Watchdog.Run(() =>
    {
        QueueingContext context = new();
        context.Install();
        (bool, bool)[] atOnce = [(false, false), (false, true)];
        foreach ((bool isPending, bool throws) in ((bool, bool)[])[(true, false), .. FlowMode.IsOn ? atOnce : []])
        {
            Antecedent antecedent = new(hasResult);
            _ = !isPending && antecedent.TrySet(null);
            (int Local, SynchronizationContext? Context) seen = default;
            s_local.Value = 1;
            Outcome task = antecedent.Then(overload, () =>
            {
                seen = (s_local.Value, SynchronizationContext.Current);
                s_local.Value = 3;
                new QueueingContext().Install();
                return throws ? throw new TestException() : default;
            });
            Assert.Equal((1, context), (s_local.Value, SynchronizationContext.Current));
            s_local.Value = 2;
            antecedent.TrySet(null);
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
    public void Then_AwaitedByAMethod_WaitsForWhatItStarts() => Watchdog.Run(() =>
    {
        PooledValueTaskSource<int> first = PooledValueTaskSource<int>.Create();
        PooledValueTaskSource<int> second = PooledValueTaskSource<int>.Create();
        PooledValueTask<int> method = Awaiting.Pass(first.PooledTask.Then(_ => second.PooledTask));
        first.SetResult(1);
        Assert.False(method.IsCompleted);
        second.SetResult(2);
        Assert.Equal(2, method.Result);
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
    public void Then_StartedInAChainUnderASynchronizationContext_ContinuesOnIt() => Watchdog.Run(() =>
    {
        PooledValueTaskSource antecedent = PooledValueTaskSource.Create();
        PooledValueTaskSource started = PooledValueTaskSource.Create();
        PooledValueTask between = antecedent.PooledTask.Then(() => started.PooledTask);
        QueueingContext context = new();
        SynchronizationContext? seen = null;
        PooledValueTask last = default;
        context.Invoke(() => last = between.Then(() => { seen = SynchronizationContext.Current; }));
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

    private static void Act(Func<PooledValueTask> body, int value = Value) => Start(body, value).GetAwaiter().GetResult();

    private static int Compute(Func<PooledValueTask> body, int value = Value)
    {
        Act(body, value);
        return Value;
    }

    private static PooledValueTask Start(Func<PooledValueTask> body, int value = Value)
    {
        Assert.Equal(Value, value);
        return body();
    }

    private static async PooledValueTask<int> StartWithResult(Func<PooledValueTask> body, int value = Value)
    {
        await Start(body, value);
        return Value;
    }

    /// <summary>What is continued.</summary>
    private sealed class Antecedent(bool hasResult)
    {
        private readonly PooledValueTaskSource _plain = hasResult ? default : PooledValueTaskSource.Create();
        private readonly PooledValueTaskSource<int> _withResult = hasResult ? PooledValueTaskSource<int>.Create() : default;

        internal bool TrySet(Exception? error) => error is null
            ? _plain.TrySetResult() || _withResult.TrySetResult(Value)
            : _plain.TrySetException(error) || _withResult.TrySetException(error);

        internal Outcome Then(int overload, Func<PooledValueTask> body) =>
            hasResult ? s_withResult[overload](_withResult.PooledTask, body) : s_plain[overload](_plain.PooledTask, body);

        internal void GetResult() =>
            (hasResult ? new Outcome(_withResult.PooledTask) : new Outcome(_plain.PooledTask)).GetResult();
    }

    /// <summary>What Then gives, with or without a result.</summary>
    private sealed record Outcome(Operation? Operation, short Token, Action GetResult)
    {
        internal Outcome(PooledValueTask task)
            : this(task._operation, task._token, () => task.GetAwaiter().GetResult())
        {
        }

        internal Outcome(PooledValueTask<int> task)
            : this(task._operation, task._token, () => Assert.Equal(Value, task.GetAwaiter().GetResult()))
        {
        }

        internal ValueTaskSourceStatus Status => Operation?.GetStatus(Token) ?? ValueTaskSourceStatus.Succeeded;
    }

    private readonly record struct Turn(int Number);

    // Each test has a pool of its own.
    private readonly record struct Refused(int Value);
}
