using System;
using System.Threading;
using System.Threading.Tasks;

namespace PooledAwait.Tests.Combinators;

/// <summary>Completion, timeout and cancellation on two real threads: one outcome, and nothing of one use reaches another.</summary>
public sealed class CombinatorRaceTests
{
    private static readonly int s_rounds = Rounds.Of(60_000, 1_000_000);

    /// <summary>How often what awaits the combinator was resumed in this round: two winners would resume it twice.</summary>
    private int _resumed;

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public void WaitAsync_CompletionAgainstTimeoutOrCancellation_OneOutcomeAndTheInputIsConsumed(bool cancels)
    {
        PooledValueTaskSource<int> source = default;
        PooledValueTask<int> task = default;
        PooledValueTask<int> wait = default;
        CancellationTokenSource cancellation = new();
        int results = 0;
        int rounds = Duel.Run(
            s_rounds,
            prepare: _ =>
            {
                cancellation = new CancellationTokenSource();
                source = PooledValueTaskSource<int>.Create();
                task = source.PooledTask;
                wait = cancels ? task.WaitAsync(cancellation.Token) : task.WaitAsync(TimeSpan.FromHours(1));
                CountResumptions(wait);
            },
            left: round => Assert.True(source.TrySetResult(round)),
            right: _ =>
            {
                if (cancels)
                {
                    cancellation.Cancel();
                }
                else
                {
                    ((ILimited)wait._operation!).Elapse(wait._token);
                }
            },
            check: round =>
            {
                AssertResumedOnce();
                results += CheckOne(wait, round, exception => cancels
                    ? exception is OperationCanceledException canceled && canceled.CancellationToken == cancellation.Token
                    : exception is TimeoutException);
                Assert.False(task._operation!.IsCurrent(task._token), "the input must be consumed");
            });
        Assert.InRange(results, 1, rounds - 1);
    }

    [Fact]
    public void WaitAsync_CancellationDuringTheCall_OneOutcome()
    {
        PooledValueTaskSource<int> source = default;
        CancellationTokenSource cancellation = new();
        PooledValueTask<int> wait = default;
        Duel.Run(
            s_rounds,
            prepare: _ =>
            {
                cancellation = new CancellationTokenSource();
                source = PooledValueTaskSource<int>.Create();
            },
            left: _ => wait = source.PooledTask.WaitAsync(TimeSpan.FromHours(1), cancellation.Token),
            right: _ => cancellation.Cancel(),
            check: _ =>
            {
                Assert.IsType<TaskCanceledException>(ExceptionOf(wait, out int _));
                source.SetResult(1);
            });
    }

    [Fact]
    public void WaitAsync_CompletionDuringTheCall_HasTheResult()
    {
        PooledValueTaskSource<int> source = default;
        PooledValueTask<int> task = default;
        PooledValueTask<int> wait = default;
        Duel.Run(
            s_rounds,
            prepare: _ =>
            {
                source = PooledValueTaskSource<int>.Create();
                task = source.PooledTask;
            },
            left: _ => wait = task.WaitAsync(TimeSpan.FromHours(1)),
            right: round => source.SetResult(round),
            check: round => Assert.Equal(round, wait.GetAwaiter().GetResult()));
    }

    [Fact]
    [Trait(FlowMode.Needs, FlowMode.Pooling)]
    public void WaitAsync_TimeoutAndCancellationOfAnEarlierUse_LeaveTheNextUseAlone()
    {
        PooledValueTaskSource<int> source = default;
        PooledValueTaskSource<int> nextSource = default;
        PooledValueTask<int> wait = default;
        PooledValueTask<int> nextWait = default;
        CancellationTokenSource cancellation = new();
        int reused = 0;
        int rounds = Duel.Run(
            s_rounds / 2,
            prepare: _ =>
            {
                cancellation = new CancellationTokenSource();
                source = PooledValueTaskSource<int>.Create();
                wait = source.PooledTask.WaitAsync(TimeSpan.FromHours(1), cancellation.Token);
            },
            left: round =>
            {
                source.SetResult(round);
                ExceptionOf(wait, out int _);
                nextSource = PooledValueTaskSource<int>.Create();
                nextWait = nextSource.PooledTask.WaitAsync(TimeSpan.FromHours(1));
            },
            right: round =>
            {
                if ((round & 1) == 0)
                {
                    cancellation.Cancel();
                }
                else
                {
                    ((ILimited)wait._operation!).Elapse(wait._token);
                }
            },
            check: round =>
            {
                reused += ReferenceEquals(wait._operation, nextWait._operation) ? 1 : 0;
                Assert.False(nextWait.GetAwaiter().IsCompleted, "an earlier use's event has completed the next");
                nextSource.SetResult(round);
                Assert.Equal(round, nextWait.GetAwaiter().GetResult());
            });
        Assert.InRange(reused, rounds / 4, rounds);
    }

    [Fact]
    public void WhenAny_TwoCompletions_OneWinsAndBothAreConsumed()
    {
        PooledValueTaskSource<int> first = default;
        PooledValueTaskSource<int> second = default;
        PooledValueTask<int>[] tasks = new PooledValueTask<int>[2];
        PooledValueTask<Completion<int>> any = default;
        int firstWins = 0;
        int rounds = Duel.Run(
            s_rounds,
            prepare: _ =>
            {
                first = PooledValueTaskSource<int>.Create();
                second = PooledValueTaskSource<int>.Create();
                tasks[0] = first.PooledTask;
                tasks[1] = second.PooledTask;
                any = PooledValueTask.WhenAny(tasks);
                CountResumptions(any);
            },
            left: round => first.SetResult(2 * round),
            right: round => second.SetResult((2 * round) + 1),
            check: round =>
            {
                AssertResumedOnce();
                Completion<int> winner = any.GetAwaiter().GetResult();
                Assert.Equal((2 * round) + winner.Index, winner.Result);
                firstWins += 1 - winner.Index;
                Assert.All(tasks, task => Assert.False(task._operation!.IsCurrent(task._token), "both must be consumed"));
            });
        Assert.InRange(firstWins, 1, rounds - 1);
    }

    [Fact]
    public void WhenAny_CompletionDuringTheCall_HasAWinnerOnce()
    {
        PooledValueTaskSource<int> first = default;
        PooledValueTaskSource<int> second = default;
        PooledValueTask<Completion<int>> any = default;
        Duel.Run(
            s_rounds,
            prepare: _ =>
            {
                first = PooledValueTaskSource<int>.Create();
                second = PooledValueTaskSource<int>.Create();
            },
            left: _ => any = PooledValueTask.WhenAny(first.PooledTask, second.PooledTask),
            right: round =>
            {
                second.SetResult(round);
                first.SetResult(round);
            },
            check: round =>
            {
                // Listeners that found their input complete report from the thread pool.
                Watchdog.WaitFor(() => any.GetAwaiter().IsCompleted, "a winner");
                Assert.Equal(round, any.GetAwaiter().GetResult().Result);
            });
    }

    [Fact]
    public void WhenAll_TwoCompletions_HasBothResults()
    {
        PooledValueTaskSource<int> first = default;
        PooledValueTaskSource<int> second = default;
        PooledValueTask<(int, int)> all = default;
        Duel.Run(
            s_rounds,
            prepare: _ =>
            {
                first = PooledValueTaskSource<int>.Create();
                second = PooledValueTaskSource<int>.Create();
                all = PooledValueTask.WhenAll(first.PooledTask, second.PooledTask);
            },
            left: round => first.SetResult(round),
            right: round => second.SetResult(-round),
            check: round =>
            {
                Watchdog.WaitFor(() => all.GetAwaiter().IsCompleted, "both");
                Assert.Equal((round, -round), all.GetAwaiter().GetResult());
            });
    }

    [Fact]
    public void WhenEach_TwoCompletionsAgainstTheConsumer_GivesBothOnce()
    {
        PooledValueTaskSource<int> first = default;
        PooledValueTaskSource<int> second = default;
        CompletionSequence<Completion<int>> sequence = default;
        PooledValueTask<int> sum = default;
        Duel.Run(
            s_rounds,
            prepare: _ =>
            {
                first = PooledValueTaskSource<int>.Create();
                second = PooledValueTaskSource<int>.Create();
                sequence = PooledValueTask.WhenEach(first.PooledTask, second.PooledTask);
            },
            left: _ => sum = Sum(sequence),
            right: round =>
            {
                second.SetResult(round);
                first.SetResult(1);
            },
            check: round =>
            {
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
    public void WhenEach_DisposalAgainstCompletions_ConsumesBoth()
    {
        PooledValueTaskSource<int> first = default;
        PooledValueTaskSource<int> second = default;
        PooledValueTask<int>[] tasks = new PooledValueTask<int>[2];
        CompletionSequence<Completion<int>>.Enumerator enumerator = default;
        Duel.Run(
            s_rounds,
            prepare: _ =>
            {
                first = PooledValueTaskSource<int>.Create();
                second = PooledValueTaskSource<int>.Create();
                tasks[0] = first.PooledTask;
                tasks[1] = second.PooledTask;
                enumerator = PooledValueTask.WhenEach(tasks).GetAsyncEnumerator();
            },
            left: _ => enumerator.DisposeAsync().GetAwaiter().GetResult(),
            right: round =>
            {
                second.SetResult(round);
                first.SetResult(1);
            },
            check: _ => Assert.All(tasks, task => Assert.False(task._operation!.IsCurrent(task._token), "both must be consumed")));
    }

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

    private static int CheckOne(PooledValueTask<int> wait, int expected, Func<Exception, bool> isOther)
    {
        Exception? exception = ExceptionOf(wait, out int result);
        if (exception is null)
        {
            Assert.Equal(expected, result);
            return 1;
        }

        Assert.True(isOther(exception), exception.ToString());
        return 0;
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
