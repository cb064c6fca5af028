using Xunit;

namespace PooledAwait.Schedules;

public class ConsumerTests
{
    [Fact]
    public void ConsumeAgainstConsume_OneGetsTheResult() => Explorer.Explore(() =>
    {
        PooledValueTaskSource<int> source = Completed(1);
        Attempt left = default;
        Attempt right = default;
        return new Scenario
        {
            Left = () => left = Attempt.Of(() => source.PooledTask.GetAwaiter().GetResult()),
            Right = () => right = Attempt.Of(() => source.PooledTask.GetAwaiter().GetResult()),
            Check = () =>
            {
                Assert.True(left.Succeeded ^ right.Succeeded);
                Assert.Equal(1, left.Result + right.Result);
                Shared.AssertHealthyPool();
            },
        };
    }, atLeast: 5);

    [Fact]
    public void ConsumeAndRentAgainstConsume_TheNextUserIsUnharmed() => Explorer.Explore(() =>
    {
        PooledValueTaskSource<int> source = Completed(1);
        PooledValueTaskSource<int> next = default;
        Attempt left = default;
        Attempt right = default;
        return new Scenario
        {
            Left = () =>
            {
                left = Attempt.Of(() => source.PooledTask.GetAwaiter().GetResult());
                next = PooledValueTaskSource<int>.Create();
                next.SetResult(2);
            },
            Right = () => right = Attempt.Of(() => source.PooledTask.GetAwaiter().GetResult()),
            Check = () =>
            {
                Assert.True(left.Succeeded ^ right.Succeeded);
                Assert.Equal(1, left.Result + right.Result);
                Assert.Equal(2, next.PooledTask.GetAwaiter().GetResult());
            },
        };
    });

    /// <summary>The consumer looks at the Task before its notification comes; the object then follows another Task.</summary>
    [Fact]
    public void NotifyAgainstConsumeAndFollow_TheNextUserIsUnharmed() => Explorer.Explore(() =>
    {
        TaskCompletionSource<int> source = new();
        TaskCompletionSource<int> other = new();
        PooledValueTask<int> task = new(source.Task);
        PooledValueTask<int> next = default;
        int result = 0;
        return new Scenario
        {
            Left = () => source.SetResult(1),
            Right = () =>
            {
                if (task.IsCompleted)
                {
                    result = task.Result;
                    next = new PooledValueTask<int>(other.Task);
                }
            },
            Check = () =>
            {
                Assert.Equal(1, next.IsNull ? task.Result : result);
                Assert.True(next.IsNull || !next.IsCompleted);
                other.SetResult(2);
                Assert.Equal(next.IsNull ? 0 : 2, next.Result);
                Shared.AssertHealthyPool();
            },
        };
    });

    [Fact]
    public void AsTaskAgainstAwait_OfOneHandle_NobodyGetsAResultBeforeTheTaskHasOne() => Explorer.Explore(() =>
    {
        TaskCompletionSource<int> source = new();
        PooledValueTask<int> task = new(source.Task);
        Task<int>? taken = null;
        int? awaited = null;
        return new Scenario
        {
            Left = () => taken = Unless(() => task.AsTask()),
            Right = () => Unless(() =>
            {
                PooledValueTaskAwaiter<int> awaiter = task.GetAwaiter();
                return awaiter.IsCompleted ? (object)(awaited = awaiter.GetResult()) : string.Empty;
            }),
            Check = () =>
            {
                Assert.Null(awaited);
                source.SetResult(7);
                Assert.True(taken is null || taken.Result == 7);
                Shared.AssertHealthyPool();
            },
        };

        static T? Unless<T>(Func<T> action)
            where T : class
        {
            try
            {
                return action();
            }
            catch (InvalidOperationException)
            {
                // The other thread has the operation.
                return null;
            }
        }
    });

    [Fact]
    public void IsCompletedAgainstTheTask_SaysYesOnlyWhenTheResultIsThere() => Explorer.Explore(() =>
    {
        TaskCompletionSource<int> source = new();
        PooledValueTask<int> task = new(source.Task);
        bool isComplete = false;
        bool isThere = false;
        return new Scenario
        {
            Left = () => source.SetResult(7),
            Right = () =>
            {
                isComplete = task.IsCompleted;
                isThere = !isComplete || task.AsValueTask().IsCompleted;
            },
            Check = () =>
            {
                Assert.True(isThere);
                Assert.Equal(7, task.Result);
                Shared.AssertHealthyPool();
            },
        };
    });

    [Fact]
    public void ConsumeAgainstSet_WhereADelegateIsRegistered_GetsTheResult() => Explorer.Explore(() =>
    {
        PooledValueTaskSource<int> source = PooledValueTaskSource<int>.Create();
        PooledValueTask<int> task = source.PooledTask;
        int calls = 0;
        int result = 0;
        task.GetAwaiter().UnsafeOnCompleted(() => calls++);
        return new Scenario
        {
            Left = () => source.SetResult(1),
            Right = () => result = task.IsCompleted ? task.GetAwaiter().GetResult() : 0,
            Check = () =>
            {
                Assert.Equal(1, calls);
                Assert.Equal(1, result == 0 ? task.GetAwaiter().GetResult() : result);
                Shared.AssertHealthyPool();
            },
        };
    });

    [Fact]
    public void ForgetAgainstSet_GivesTheOperationBackOnce() => Explorer.Explore(() =>
    {
        PooledValueTaskSource<int> source = PooledValueTaskSource<int>.Create();
        return new Scenario
        {
            Left = () => source.PooledTask.Forget(),
            Right = () => source.SetResult(1),
            Check = () =>
            {
                Assert.False(source.PooledTask._operation!.IsCurrent(source.PooledTask._token));
                Shared.AssertHealthyPool();
            },
        };
    });

    [Fact]
    public void ForgetAgainstFailure_ThePooledObjectKeepsNothing() => Explorer.Explore(() =>
    {
        PooledValueTaskSource<int> source = PooledValueTaskSource<int>.Create();
        Operation operation = source.PooledTask._operation!;
        return new Scenario
        {
            Left = () => source.PooledTask.Forget(),
            Right = () => source.SetException(new TimeoutException()),
            Check = () =>
            {
                Assert.False(operation.IsCurrent(source.PooledTask._token));
                Assert.False(operation.MayHaveFailed, "The exception is kept alive.");
                Shared.AssertHealthyPool();
            },
        };
    });

    [Fact]
    public void ForgetAgainstConsume_OneConsumes() => Explorer.Explore(() =>
    {
        PooledValueTaskSource<int> source = Completed(1);
        return new Scenario
        {
            Left = () => Attempt.Of(source.PooledTask.Forget),
            Right = () => Attempt.Of(() => source.PooledTask.GetAwaiter().GetResult()),
            Check = () =>
            {
                Assert.False(source.PooledTask._operation!.IsCurrent(source.PooledTask._token));
                Shared.AssertHealthyPool();
            },
        };
    }, atLeast: 5);

    [Fact]
    public void ForgetAgainstForget_Pending_OneIsRefused() => Explorer.Explore(() =>
    {
        PooledValueTaskSource<int> source = PooledValueTaskSource<int>.Create();
        Attempt left = default;
        Attempt right = default;
        return new Scenario
        {
            Left = () => left = Attempt.Of(source.PooledTask.Forget),
            Right = () => right = Attempt.Of(source.PooledTask.Forget),
            Check = () =>
            {
                Assert.True(left.Succeeded ^ right.Succeeded);
                source.SetResult(1);
                Assert.False(source.PooledTask._operation!.IsCurrent(source.PooledTask._token));
                Shared.AssertHealthyPool();
            },
        };
    }, atLeast: 5);

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public void ConsumeAgainstAwaitedSet_TheResultGoesToOne(bool awaitsValueTask) => Explorer.Explore(() =>
    {
        PooledValueTaskSource<int> source = PooledValueTaskSource<int>.Create();
        PooledValueTask<int> awaiting =
            awaitsValueTask ? Shared.PassValueTask(source.PooledTask.AsValueTask()) : Shared.Pass(source.PooledTask);
        Attempt thief = default;
        return new Scenario
        {
            Left = () => source.SetResult(1),
            Right = () => thief = Attempt.Of(() => source.PooledTask.GetAwaiter().GetResult()),

            // The thief is refused before the claim as it is after it.
            Begins = () => !source.PooledTask._operation!.CanBeginCompletion(source.PooledTask._token),
            Check = () =>
            {
                Attempt awaited = Attempt.Of(() => awaiting.GetAwaiter().GetResult());
                Assert.True(thief.Succeeded ^ awaited.Succeeded);
                Assert.Equal(1, thief.Result + awaited.Result);
                Shared.AssertHealthyPool();
            },
        };
    });

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public void ConsumeAgainstAwaitedSet_OfAMethod_TheResultGoesToOne(bool awaitsValueTask) => Explorer.Explore(() =>
    {
        PooledValueTaskSource<int> source = PooledValueTaskSource<int>.Create();
        PooledValueTask<int> inner = Shared.Pass(source.PooledTask);
        PooledValueTask<int> awaiting = awaitsValueTask ? Shared.PassValueTask(inner.AsValueTask()) : Shared.Pass(inner);
        Attempt thief = default;
        return new Scenario
        {
            Left = () => source.SetResult(1),
            Right = () => thief = Attempt.Of(() => inner.GetAwaiter().GetResult()),

            // The source is no business of the thief's, and until it is consumed nothing of the inner operation changes.
            Begins = () => !source.IsValid,
            Check = () =>
            {
                Attempt awaited = Attempt.Of(() => awaiting.GetAwaiter().GetResult());
                Assert.True(thief.Succeeded ^ awaited.Succeeded);
                Assert.Equal(1, thief.Result + awaited.Result);
                Shared.AssertHealthyPool();
            },
        };
    });

    /// <summary>A waiter that goes on without consuming leaves the result to any thread.</summary>
    [Fact]
    public void ConsumeAgainstSet_WhoseAwaiterLeavesTheResult_GetsIt() => Explorer.Explore(() =>
    {
        PooledValueTaskSource<int> source = PooledValueTaskSource<int>.Create();
        PooledValueTask<int> task = source.PooledTask;
        PooledValueTask awaiting = AwaitOnly();
        Attempt taken = default;
        return new Scenario
        {
            Left = () => source.SetResult(1),
            Right = () =>
            {
                if (task.IsCompleted)
                {
                    taken = Attempt.Of(() => task.GetAwaiter().GetResult());
                }
            },
            Begins = () => !task._operation!.CanBeginCompletion(task._token),
            Check = () =>
            {
                Assert.Equal(1, taken.Succeeded ? taken.Result : task.GetAwaiter().GetResult());
                awaiting.GetAwaiter().GetResult();
                Shared.AssertHealthyPool();
            },
        };

        async PooledValueTask AwaitOnly() => await new ResultLeft(task);
    });

    [Fact]
    public void StatusAgainstConsumeAndRent_IsOfTheAskersUseOrRefused() => Explorer.Explore(() =>
    {
        PooledValueTaskSource<int> source = Completed(1);
        ValueTaskSourceStatus? status = null;
        return new Scenario
        {
            Left = () =>
            {
                Assert.Equal(1, source.PooledTask.GetAwaiter().GetResult());
                PooledValueTaskSource<int> next = PooledValueTaskSource<int>.Create();
                next.SetCanceled();
                Assert.Throws<TaskCanceledException>(() => next.PooledTask.GetAwaiter().GetResult());
            },
            Right = () => Attempt.Of(() => { status = source.PooledTask._operation!.GetStatus(source.PooledTask._token); }),
            Check = () => Assert.True(status is null or ValueTaskSourceStatus.Succeeded),
        };
    });

    /// <summary>The next use is a method's, whose first store in the object is its context.</summary>
    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public void StatusAgainstConsumeAndSuspend_IsOfTheAskersUseOrRefused(bool hasValue) => Explorer.Explore(() =>
    {
        AsyncLocal<bool> local = new();
        PooledValueTaskSource<int> first = PooledValueTaskSource<int>.Create();
        PooledValueTaskSource<int> second = PooledValueTaskSource<int>.Create();
        PooledValueTaskSource<int> third = PooledValueTaskSource<int>.Create();
        PooledValueTask<int> asked = Shared.Pass(first.PooledTask);
        PooledValueTask<int> next = default;
        PooledValueTask<int> other = default;
        PooledValueTask<int> caller = ConsumeAndSuspend();
        ValueTaskSourceStatus? status = null;
        return new Scenario
        {
            Left = () =>
            {
                // From here on the thread has a magazine, and takes no lock of the pool.
                other = Shared.Pass(third.PooledTask);
                first.SetResult(1);
            },
            Right = () => Attempt.Of(() => { status = asked._operation!.GetStatus(asked._token); }),
            Check = () =>
            {
                Assert.True(status is null or ValueTaskSourceStatus.Pending or ValueTaskSourceStatus.Succeeded, status.ToString());
                Assert.Same(asked._operation, next._operation);
                Assert.Equal(1, caller.GetAwaiter().GetResult());
                second.SetResult(2);
                Assert.Equal(2, next.GetAwaiter().GetResult());
                third.SetResult(3);
                Assert.Equal(3, other.GetAwaiter().GetResult());
            },
        };

        // Nothing in between is a fence: each method resumes the next one on this thread.
        async PooledValueTask<int> ConsumeAndSuspend()
        {
            local.Value = hasValue; // with false the context stays the default one
            int result = await Shared.PassUnseen(asked);
            next = Shared.Pass(second.PooledTask);
            return result;
        }
    });

    /// <summary>The result goes to the awaiter; what another thread is told meanwhile is true nevertheless.</summary>
    [Fact]
    public void StatusAgainstAwaitedFailure_IsNeverSuccess() => Explorer.Explore(() =>
    {
        PooledValueTaskSource<int> source = PooledValueTaskSource<int>.Create();
        PooledValueTask<int> awaiting = Shared.Pass(source.PooledTask);
        ValueTaskSourceStatus? status = null;
        return new Scenario
        {
            Left = () => source.SetException(new TimeoutException()),
            Right = () => Attempt.Of(() => { status = source.PooledTask._operation!.GetStatus(source.PooledTask._token); }),
            Check = () =>
            {
                Assert.NotEqual(ValueTaskSourceStatus.Succeeded, status);
                Assert.Throws<TimeoutException>(() => awaiting.GetAwaiter().GetResult());
            },
        };
    });

    /// <summary>As with a Task: whoever sees that it is complete sees what its completer has written before.</summary>
    [Fact]
    public void IsCompletedAgainstSet_ShowsWhatTheSetterWroteBefore() => Explorer.Explore(() =>
    {
        PooledValueTaskSource<int> source = PooledValueTaskSource<int>.Create();
        Litmus memory = new();
        int? seen = null;
        return new Scenario
        {
            Left = () =>
            {
                memory._x = 1;
                source.SetResult(1);
            },
            Right = () => seen = source.PooledTask.IsCompleted ? memory._x : null,
            Check = () =>
            {
                Assert.NotEqual(0, seen);
                Assert.Equal(1, source.PooledTask.GetAwaiter().GetResult());
            },
        };
    }, atLeast: 3);

    /// <summary>An awaiter that no compiler would write: it does not ask for the result.</summary>
    private readonly struct ResultLeft(PooledValueTask<int> task) : ICriticalNotifyCompletion
    {
        public bool IsCompleted => false;

        public ResultLeft GetAwaiter() => this;

        public void GetResult()
        {
        }

        public void OnCompleted(Action continuation) => task.GetAwaiter().OnCompleted(continuation);

        public void UnsafeOnCompleted(Action continuation) => task.GetAwaiter().UnsafeOnCompleted(continuation);
    }

    private static PooledValueTaskSource<int> Completed(int result)
    {
        PooledValueTaskSource<int> source = PooledValueTaskSource<int>.Create();
        source.SetResult(result);
        return source;
    }
}
