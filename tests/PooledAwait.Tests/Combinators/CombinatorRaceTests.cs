namespace PooledAwait.Tests.Combinators;

/// <summary>Completion, timeout and cancellation on two real threads: one outcome, and nothing of one use reaches another.</summary>
public sealed class CombinatorRaceTests
{
    private static readonly int s_rounds = Rounds.Of(60_000, 1_000_000);

    /// <summary>How often what awaits the combinator was resumed in this round: two winners would resume it twice.</summary>
    private int _resumed;

    [Theory]
    [Booleans]
    public void WaitAsync_CompletionAgainstTimeoutOrCancellation_OneOutcomeAndTheInputIsConsumed(bool cancels)
    {
        int results = 0;
        int rounds = Duel.Run(s_rounds, (round, race) =>
        {
            CancellationTokenSource cancellation = new();
            PooledValueTaskSource<int> source = PooledValueTaskSource<int>.Create();
            PooledValueTask<int> task = source.PooledTask;
            PooledValueTask<int> wait = cancels ? task.WaitAsync(cancellation.Token) : task.WaitAsync(TimeSpan.FromHours(1));
            CountResumptions(wait);
            race(
                () => Assert.True(source.TrySetResult(round)),
                cancels ? cancellation.Cancel : () => ((ILimited)wait._operation!).Elapse(wait._token));

            AssertResumedOnce();
            Exception? exception = ExceptionOf(wait, out int result);
            results += exception is null ? 1 : 0;
            Assert.True(exception is null ? result == round
                : cancels ? exception is OperationCanceledException canceled && canceled.CancellationToken == cancellation.Token
                : exception is TimeoutException);
            AssertConsumed(task);
        });
        Assert.InRange(results, 1, rounds - 1);
    }

    [Theory]
    [Booleans]
    public void WaitAsync_CompletionOrCancellationDuringTheCall_HasItsOutcome(bool cancels) => Duel.Run(s_rounds, (round, race) =>
    {
        CancellationTokenSource cancellation = new();
        PooledValueTaskSource<int> source = PooledValueTaskSource<int>.Create();
        PooledValueTask<int> wait = default;
        race(
            () => wait = source.PooledTask.WaitAsync(TimeSpan.FromHours(1), cancellation.Token),
            cancels ? cancellation.Cancel : () => source.SetResult(round));

        Assert.Equal(cancels ? typeof(TaskCanceledException) : null, ExceptionOf(wait, out int result)?.GetType());
        Assert.True(cancels || result == round);
        source.TrySetResult(1);
    });

    [Fact]
    public void WhenAny_TwoCompletions_OneWinsAndBothAreConsumed()
    {
        int firstWins = 0;
        int rounds = Duel.Run(s_rounds, (round, race) =>
        {
            (PooledValueTaskSource<int> first, PooledValueTaskSource<int> second) = CreateTwo();
            PooledValueTask<int>[] tasks = [first.PooledTask, second.PooledTask];
            PooledValueTask<Completion<int>> any = PooledValueTask.WhenAny(tasks);
            CountResumptions(any);
            race(() => first.SetResult(2 * round), () => second.SetResult((2 * round) + 1));

            AssertResumedOnce();
            Completion<int> winner = any.GetAwaiter().GetResult();
            Assert.Equal((2 * round) + winner.Index, winner.Result);
            firstWins += 1 - winner.Index;
            Assert.All(tasks, AssertConsumed);
        });
        Assert.InRange(firstWins, 1, rounds - 1);
    }

    [Fact]
    public void WhenAny_CompletionDuringTheCall_HasAWinnerOnce() => Duel.Run(s_rounds, (round, race) =>
    {
        (PooledValueTaskSource<int> first, PooledValueTaskSource<int> second) = CreateTwo();
        PooledValueTask<Completion<int>> any = default;
        race(() => any = PooledValueTask.WhenAny(first.PooledTask, second.PooledTask), () => SetBoth(second, round, first, round));

        // Listeners that found their input complete report from the thread pool.
        Watchdog.WaitFor(() => any.GetAwaiter().IsCompleted, "a winner");
        Assert.Equal(round, any.GetAwaiter().GetResult().Result);
    });

    [Fact]
    public void WhenAll_TwoCompletions_HasBothResults() => Duel.Run(s_rounds, (round, race) =>
    {
        (PooledValueTaskSource<int> first, PooledValueTaskSource<int> second) = CreateTwo();
        PooledValueTask<(int, int)> all = PooledValueTask.WhenAll(first.PooledTask, second.PooledTask);
        race(() => first.SetResult(round), () => second.SetResult(-round));

        Watchdog.WaitFor(() => all.GetAwaiter().IsCompleted, "both");
        Assert.Equal((round, -round), all.GetAwaiter().GetResult());
    });

    [Fact]
    public void WhenEach_TwoCompletionsAgainstTheConsumer_GivesBothOnce()
    {
        Duel.Run(s_rounds, (round, race) =>
        {
            (PooledValueTaskSource<int> first, PooledValueTaskSource<int> second) = CreateTwo();
            CompletionSequence<Completion<int>> sequence = PooledValueTask.WhenEach(first.PooledTask, second.PooledTask);
            PooledValueTask<int> sum = default;
            race(() => sum = Sum(sequence), () => SetBoth(second, round, first, 1));

            Watchdog.WaitFor(() => sum.GetAwaiter().IsCompleted, "both");
            Assert.Equal(round + 1, sum.GetAwaiter().GetResult());
        });

        static async PooledValueTask<int> Sum(CompletionSequence<Completion<int>> sequence)
        {
            int sum = 0;
            await foreach (Completion<int> completion in sequence)
            {
                sum += completion.Result;
            }

            return sum;
        }
    }

    [Fact]
    public void WhenEach_DisposalAgainstCompletions_ConsumesBoth() => Duel.Run(s_rounds, (round, race) =>
    {
        (PooledValueTaskSource<int> first, PooledValueTaskSource<int> second) = CreateTwo();
        PooledValueTask<int>[] tasks = [first.PooledTask, second.PooledTask];
        CompletionSequence<Completion<int>>.Enumerator enumerator = PooledValueTask.WhenEach(tasks).GetAsyncEnumerator();
        race(() => enumerator.DisposeAsync().GetAwaiter().GetResult(), () => SetBoth(second, round, first, 1));

        Assert.All(tasks, AssertConsumed);
    });

    private static (PooledValueTaskSource<int>, PooledValueTaskSource<int>) CreateTwo() =>
        (PooledValueTaskSource<int>.Create(), PooledValueTaskSource<int>.Create());

    private static void SetBoth(PooledValueTaskSource<int> one, int result, PooledValueTaskSource<int> other, int othersResult)
    {
        one.SetResult(result);
        other.SetResult(othersResult);
    }

    private static void AssertConsumed(PooledValueTask<int> task) =>
        Assert.False(task._operation!.IsCurrent(task._token), "it must be consumed");

    private void CountResumptions<T>(PooledValueTask<T> task)
    {
        _resumed = 0;
        task.GetAwaiter().UnsafeOnCompleted(() => Interlocked.Increment(ref _resumed));
    }

    private void AssertResumedOnce()
    {
        Watchdog.WaitFor(() => Volatile.Read(ref _resumed) != 0, "the resumption");
        Assert.Equal(1, Volatile.Read(ref _resumed));
    }

    /// <summary>Consumes without throwing: a throw takes a hundred rounds.</summary>
    private static Exception? ExceptionOf(PooledValueTask<int> wait, out int result)
    {
        // Whoever has won on the other thread may not have published yet.
        Watchdog.WaitFor(() => wait.GetAwaiter().IsCompleted, "an outcome");
        object? failure = wait._operation!.Consume(wait._token, out result);
        return failure is null ? null : Failure.ToException(failure);
    }
}
