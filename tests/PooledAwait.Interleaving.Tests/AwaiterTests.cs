using Xunit;

namespace PooledAwait.Schedules;

public class AwaiterTests
{
    [Fact]
    public void SetAgainstAwait_PooledMethod_GoesOnOnce() => Explorer.Explore(() =>
    {
        PooledValueTaskSource<int> source = PooledValueTaskSource<int>.Create();
        PooledValueTask<int> awaiting = default;
        return new Scenario
        {
            Left = () => source.SetResult(1),
            Right = () => awaiting = Shared.Pass(source.PooledTask),
            Check = () =>
            {
                Assert.True(awaiting.GetAwaiter().IsCompleted);
                Assert.Equal(1, awaiting.GetAwaiter().GetResult());
                Assert.False(source.PooledTask._operation!.IsCurrent(source.PooledTask._token));
                Shared.AssertHealthyPool();
            },
        };
    });

    [Fact]
    public void SetAgainstAwait_ValueTaskInPooledMethod_GoesOnOnce() => Explorer.Explore(() =>
    {
        PooledValueTaskSource<int> source = PooledValueTaskSource<int>.Create();
        PooledValueTask<int> awaiting = default;
        return new Scenario
        {
            Left = () => source.SetResult(1),
            Right = () => awaiting = Shared.PassValueTask(source.Task),
            Check = () =>
            {
                Assert.True(awaiting.GetAwaiter().IsCompleted);
                Assert.Equal(1, awaiting.GetAwaiter().GetResult());
                Shared.AssertHealthyPool();
            },
        };
    });

    [Fact]
    public void SetAgainstAwaitOfAMethod_LinksBoxToBox() => Explorer.Explore(() =>
    {
        PooledValueTaskSource<int> source = PooledValueTaskSource<int>.Create();
        PooledValueTask<int> inner = Shared.Pass(source.PooledTask);
        PooledValueTask<int> awaiting = default;
        return new Scenario
        {
            Left = () => source.SetResult(1),
            Right = () => awaiting = Shared.Pass(inner),
            Check = () =>
            {
                Assert.True(awaiting.GetAwaiter().IsCompleted);
                Assert.Equal(1, awaiting.GetAwaiter().GetResult());
                Shared.AssertHealthyPool();
            },
        };
    });

    /// <summary>The method's end asks for the queue while its awaiter registers.</summary>
    [Fact]
    public void EndInAContextAgainstAwait_UnseenMethod_GoesOnOnceAndQueued() => Explorer.Explore(() =>
    {
        PooledValueTaskSource<int> source = PooledValueTaskSource<int>.Create();
        PooledValueTask<int> inner = Shared.PassUnseen(source.PooledTask);
        PooledValueTask<int> awaiting = default;
        bool isSetting = false;
        bool wasInside = false;
        int calls = 0;
        return new Scenario
        {
            Left = () =>
            {
                SynchronizationContext.SetSynchronizationContext(new OwnContext());
                isSetting = true;
                source.SetResult(1);
                isSetting = false;
                SynchronizationContext.SetSynchronizationContext(null);
            },
            Right = () => awaiting = AwaitAndLook(),

            // As in ConsumeAgainstAwaitedSet_OfAMethod.
            Begins = () => !source.IsValid,
            Check = () =>
            {
                Assert.Equal(1, calls);
                Assert.False(wasInside);
                Assert.True(awaiting.GetAwaiter().IsCompleted);
                Assert.Equal(1, awaiting.GetAwaiter().GetResult());
                Shared.AssertHealthyPool();
            },
        };

        async PooledValueTask<int> AwaitAndLook()
        {
            int result = await inner.ConfigureAwait(false);
            calls++;
            wasInside = isSetting && SynchronizationContext.Current is OwnContext;
            return result;
        }
    });

    [Fact]
    public void SetAgainstThen_ContinuesOnce() => Explorer.Explore(() =>
    {
        PooledValueTaskSource<int> source = PooledValueTaskSource<int>.Create();
        PooledValueTask<int> continued = default;
        int calls = 0;
        return new Scenario
        {
            Left = () => source.SetResult(1),
            Right = () => continued = source.PooledTask.Then(n =>
            {
                calls++;
                return n + 1;
            }),
            Check = () =>
            {
                Assert.Equal(1, calls);
                Assert.True(continued.GetAwaiter().IsCompleted);
                Assert.Equal(2, continued.GetAwaiter().GetResult());
                Shared.AssertHealthyPool();
            },
        };
    });

    [Fact]
    public void SetAgainstSetOfWhatIsStarted_PassesOnOrNot_ContinuesOnce() => Explorer.Explore(() =>
    {
        PooledValueTaskSource<int> antecedent = PooledValueTaskSource<int>.Create();
        PooledValueTaskSource<int> started = PooledValueTaskSource<int>.Create();
        bool isStarted = false;
        PooledValueTask<int> last = antecedent.PooledTask.Then(_ => Start()).Then(static n => n + 1);
        return new Scenario
        {
            Left = () => antecedent.SetResult(1),
            Right = () => started.SetResult(2),

            // Before, the threads have no operation in common.
            Begins = () => isStarted,
            Check = () =>
            {
                Assert.True(last.GetAwaiter().IsCompleted);
                Assert.Equal(3, last.GetAwaiter().GetResult());
                Shared.AssertHealthyPool();
            },
        };

        PooledValueTask<int> Start()
        {
            isStarted = true;
            return started.PooledTask;
        }
    });

    [Fact]
    public void SetAgainstThen_WhatIsStartedIsPending_PassesOnOrNot() => Explorer.Explore(() =>
    {
        PooledValueTaskSource<int> antecedent = PooledValueTaskSource<int>.Create();
        PooledValueTaskSource<int> started = PooledValueTaskSource<int>.Create();
        PooledValueTask<int> between = antecedent.PooledTask.Then(_ => started.PooledTask);
        PooledValueTask<int> last = default;
        return new Scenario
        {
            Left = () => antecedent.SetResult(1),
            Right = () => last = between.Then(static n => n + 1),
            Check = () =>
            {
                Assert.False(last.GetAwaiter().IsCompleted);
                started.SetResult(2);
                Assert.Equal(3, last.GetAwaiter().GetResult());
                Shared.AssertHealthyPool();
            },
        };
    });

    [Fact]
    public void SetAgainstASecondConsumer_OfWhatIsContinued_IsRefused() => Explorer.Explore(() =>
    {
        PooledValueTaskSource<int> source = PooledValueTaskSource<int>.Create();
        PooledValueTask<int> task = source.PooledTask;
        PooledValueTask<int> continued = task.Then(static n => n + 1);
        Exception? refused = null;
        return new Scenario
        {
            Left = () => source.SetResult(1),
            Right = () => refused = Record.Exception(() => task.GetAwaiter().GetResult()),
            Check = () =>
            {
                Assert.IsType<InvalidOperationException>(refused);
                Assert.Equal(2, continued.GetAwaiter().GetResult());
                Shared.AssertHealthyPool();
            },
        };
    });

    [Fact]
    public void SetAgainstAwait_ContinuationsAsynchronously_GoesOnOnce() => Explorer.Explore(() =>
    {
        SourceOperation<int> operation = SourceOperation<int>.Rent();
        operation.Apply(TaskCreationOptions.RunContinuationsAsynchronously);
        PooledValueTask<int> task = new(operation, 0, operation.Token);
        PooledValueTask<int> awaiting = default;
        return new Scenario
        {
            Left = () => Assert.True(operation.TrySucceed(task._token, 1)),
            Right = () => awaiting = Shared.Pass(task),
            Check = () =>
            {
                Assert.True(awaiting.GetAwaiter().IsCompleted);
                Assert.Equal(1, awaiting.GetAwaiter().GetResult());
                Shared.AssertHealthyPool();
            },
        };
    });

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public void SetAgainstOnCompleted_CallsBackOnce(bool asynchronously) => Explorer.Explore(() =>
    {
        SourceOperation<int> operation = SourceOperation<int>.Rent();
        if (asynchronously)
        {
            operation.Apply(TaskCreationOptions.RunContinuationsAsynchronously);
        }

        PooledValueTask<int> task = new(operation, 0, operation.Token);
        int calls = 0;
        return new Scenario
        {
            Left = () => Assert.True(operation.TrySucceed(task._token, 1)),
            Right = () => task.GetAwaiter().UnsafeOnCompleted(() => calls++),
            Check = () =>
            {
                Assert.Equal(1, calls);
                Assert.Equal(1, task.GetAwaiter().GetResult());
            },
        };
    });

    [Fact]
    public void AwaitAgainstAwait_OneIsRefused() => Explorer.Explore(() =>
    {
        PooledValueTaskSource<int> source = PooledValueTaskSource<int>.Create();
        PooledValueTask<int> left = default;
        PooledValueTask<int> right = default;
        return new Scenario
        {
            Left = () => left = Shared.Pass(source.PooledTask),
            Right = () => right = Shared.Pass(source.PooledTask),
            Check = () =>
            {
                source.SetResult(1);
                Assert.True(left.IsCompleted && right.IsCompleted, "A wake-up is lost.");
                Attempt first = Attempt.Of(() => left.GetAwaiter().GetResult());
                Attempt second = Attempt.Of(() => right.GetAwaiter().GetResult());
                Assert.True(first.Succeeded ^ second.Succeeded);
                Assert.Equal(1, first.Result + second.Result);
                Shared.AssertHealthyPool();
            },
        };
    });

    [Fact]
    public void BlockAgainstSet_GetsTheResult() => Explorer.Explore(() =>
    {
        PooledValueTaskSource<int> source = PooledValueTaskSource<int>.Create();
        int result = 0;
        return new Scenario
        {
            Left = () => result = source.PooledTask.GetAwaiter().GetResult(),
            Right = () => source.SetResult(1),
            Check = () =>
            {
                Assert.Equal(1, result);
                Shared.AssertHealthyPool();
            },
        };
    });

    [Fact]
    public void BlockAgainstSet_OfAMethod_GetsTheResult() => Explorer.Explore(() =>
    {
        PooledValueTaskSource<int> source = PooledValueTaskSource<int>.Create();
        PooledValueTask<int> task = Shared.Pass(source.PooledTask);
        int result = 0;
        return new Scenario
        {
            Left = () => result = task.GetAwaiter().GetResult(),
            Right = () => source.SetResult(1),
            Check = () =>
            {
                Assert.Equal(1, result);
                Shared.AssertHealthyPool();
            },
        };
    });

    [Fact]
    public void TakeOptionsAgainstSet_TheOperationCompletes() => Explorer.Explore(
        () =>
        {
            SourceOperation<int> operation = SourceOperation<int>.Rent();
            operation.Apply(TaskCreationOptions.RunContinuationsAsynchronously);
            PooledValueTask<int> task = new(operation, 0, operation.Token);
            return new Scenario
            {
                Left = () => operation.TakeOptions(task._token),
                Right = () => Assert.True(operation.TrySucceed(task._token, 1)),
                Check = () =>
                {
                    Assert.True(task.IsCompleted);
                    Assert.False(operation.TrySucceed(task._token, 2));
                    Assert.Equal(1, task.GetAwaiter().GetResult());
                },
            };
        },
        atLeast: 5);

    /// <summary>
    /// A foreign awaiter's delegate is called on another thread while the method suspends. Where the awaiter hands it on without an order,
    /// the call may come too early and do nothing, but it runs no method of which the thread sees a part only.
    /// </summary>
    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public void AwaitAgainstCallBack_GoesOnOnce(bool isOrdered) => Explorer.Explore(
        () =>
        {
            Action? continuation = null;
            int resumed = 0;
            PooledValueTask task = default;
            return new Scenario
            {
                Left = () => task = Await(7),
                Right = () => (isOrdered ? Interlocked.Exchange(ref continuation, null) : continuation)?.Invoke(),
                Check = () =>
                {
                    continuation?.Invoke();
                    Assert.Equal(7, resumed);
                    task.GetAwaiter().GetResult();
                    Shared.AssertHealthyPool();
                },
            };

            async PooledValueTask Await(int value)
            {
                await new CallBackAwaitable(resume =>
                {
                    if (isOrdered)
                    {
                        Interlocked.Exchange(ref continuation, resume);
                    }
                    else
                    {
                        continuation = resume;
                    }

                    Interleaving.Point(); // the other thread may call back before the awaiter returns
                });
                resumed += value;
            }
        },
        atLeast: 3);

    /// <summary>An awaiter of somebody else's, which gives its delegate away.</summary>
    private readonly struct CallBackAwaitable(Action<Action> register) : ICriticalNotifyCompletion
    {
        public bool IsCompleted => false;

        public CallBackAwaitable GetAwaiter() => this;

        public void GetResult()
        {
        }

        public void OnCompleted(Action continuation) => register(continuation);

        public void UnsafeOnCompleted(Action continuation) => register(continuation);
    }

    private sealed class OwnContext : SynchronizationContext;
}
