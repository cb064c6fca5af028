using System;
using System.Threading;
using Xunit;

namespace PooledAwait.Schedules;

/// <summary>A thread that blocks is interrupted, and something else is registered in its place, while the operation completes.</summary>
public class BlockingTests
{
    /// <summary>What takes the interrupted thread's place; the last two don't ask whether the operation is complete.</summary>
    public enum Successor
    {
        Block,
        BlockInterrupted,
        Await,
        Then,
        Forget,
        Register,
        OnCompleted,
    }

    [Theory]
    [InlineData(Successor.Block)]
    [InlineData(Successor.BlockInterrupted)]
    [InlineData(Successor.Await)]
    [InlineData(Successor.Then)]
    [InlineData(Successor.Forget)]
    [InlineData(Successor.Register)]
    [InlineData(Successor.OnCompleted)]
    public void InterruptAgainstSet_TheNextGetsTheResult(Successor next) => Explorer.Explore(() =>
    {
        PooledValueTaskSource<int> source = PooledValueTaskSource<int>.Create();
        Func<int> result = () => 0;
        return new Scenario
        {
            Left = () =>
            {
                if (!TryBlockInterrupted(source, out int early))
                {
                    result = Register(source, next);
                    return;
                }

                // Set in time, so that the thread did not have to wait.
                result = () => early;
            },
            Right = () => source.SetResult(1),

            // What comes before is AwaiterTests.BlockAgainstSet.
            Begins = () => source.PooledTask._operation!.Describe(source.PooledTask._token) == "Pending, awaited",
            Check = () =>
            {
                Assert.Equal(1, result());
                Assert.False(source.PooledTask._operation!.IsCurrent(source.PooledTask._token));
                Shared.AssertHealthyPool();
            },
        };
    });

    [Theory]
    [InlineData(Successor.Block)]
    [InlineData(Successor.Await)]
    [InlineData(Successor.Then)]
    [InlineData(Successor.Forget)]
    [InlineData(Successor.Register)]
    [InlineData(Successor.OnCompleted)]
    public void ReplaceAgainstSet_TheNextGetsTheResult(Successor next) => Explorer.Explore(() =>
    {
        PooledValueTaskSource<int> source = Abandoned();
        Func<int> result = () => 0;
        return new Scenario
        {
            Left = () => result = Register(source, next),
            Right = () => source.SetResult(1),
            Check = () =>
            {
                Assert.Equal(1, result());
                Assert.False(source.PooledTask._operation!.IsCurrent(source.PooledTask._token));
                Shared.AssertHealthyPool();
            },
        };
    });

    [Theory]
    [InlineData(Successor.Await, Successor.Await)]
    [InlineData(Successor.Await, Successor.Then)]
    [InlineData(Successor.Forget, Successor.Await)]
    [InlineData(Successor.OnCompleted, Successor.Then)]
    [InlineData(Successor.Forget, Successor.BlockInterrupted)]
    [InlineData(Successor.OnCompleted, Successor.BlockInterrupted)]
    public void ReplaceAgainstReplace_OneIsRefused(Successor first, Successor second) => Explorer.Explore(() =>
    {
        PooledValueTaskSource<int> source = Abandoned();
        Func<int>? left = null;
        Func<int>? right = null;
        return new Scenario
        {
            Left = () => Attempt.Of(() => left = Register(source, first)),
            Right = () => Attempt.Of(() => right = Register(source, second)),
            Check = () =>
            {
                source.SetResult(1);
                Attempt one = left is null ? default : Attempt.Of(left);
                Attempt other = right is null ? default : Attempt.Of(right);
                Assert.True(one.Succeeded ^ other.Succeeded);
                Assert.Equal(1, one.Result + other.Result);
                Shared.AssertHealthyPool();
            },
        };
    });

    /// <summary>With a setter at the same time: AwaiterTests.BlockAgainstSet and ConsumerTests.ConsumeAgainstAwaitedSet.</summary>
    [Theory]
    [InlineData(Successor.Await)]
    [InlineData(Successor.Then)]
    [InlineData(Successor.OnCompleted)]
    public void BlockInterruptedAgainstRegister_OneGetsTheResult(Successor next) => Explorer.Explore(() =>
    {
        PooledValueTaskSource<int> source = PooledValueTaskSource<int>.Create();
        Func<int>? left = null;
        return new Scenario
        {
            Left = () => Attempt.Of(() => left = Register(source, next)),
            Right = () => Attempt.Of(() => Assert.False(TryBlockInterrupted(source, out _))),
            Check = () =>
            {
                source.SetResult(1);
                Attempt awaited = left is null ? default : Attempt.Of(left);
                Attempt later = Attempt.Of(() => source.PooledTask.GetAwaiter().GetResult());
                Assert.True(awaited.Succeeded ^ later.Succeeded);
                Assert.Equal(1, awaited.Result + later.Result);
                Shared.AssertHealthyPool();
            },
        };
    });

    /// <summary>A source on which a thread has blocked until it was interrupted.</summary>
    private static PooledValueTaskSource<int> Abandoned()
    {
        PooledValueTaskSource<int> source = PooledValueTaskSource<int>.Create();
        Thread.CurrentThread.Interrupt();
        Assert.Throws<ThreadInterruptedException>(() => source.PooledTask.GetAwaiter().GetResult());
        return source;
    }

    private static bool TryBlockInterrupted(PooledValueTaskSource<int> source, out int result)
    {
        Interleaving.t_isInterrupted = true;
        try
        {
            result = source.PooledTask.GetAwaiter().GetResult();
            return true;
        }
        catch (ThreadInterruptedException)
        {
            result = 0;
            return false;
        }
        finally
        {
            Interleaving.t_isInterrupted = false;
        }
    }

    private static Func<int> Register(PooledValueTaskSource<int> source, Successor next)
    {
        int result = 0;
        switch (next)
        {
            case Successor.BlockInterrupted when !TryBlockInterrupted(source, out result):
                return () => source.PooledTask.GetAwaiter().GetResult();
            case Successor.BlockInterrupted:
                return () => result;
            case Successor.Block:
                result = source.PooledTask.GetAwaiter().GetResult();
                return () => result;
            case Successor.Await:
                PooledValueTask<int> awaiting = Shared.Pass(source.PooledTask);
                return () => awaiting.GetAwaiter().GetResult();
            case Successor.Then:
                PooledValueTask<int> continued = source.PooledTask.Then(static n => n);
                return () => continued.GetAwaiter().GetResult();
            case Successor.Forget:
                source.PooledTask.Forget();
                return () => 1;
            case Successor.Register:
                PooledValueTask<int> registered = Await(new Unasked(source.PooledTask));
                return () => registered.GetAwaiter().GetResult();
            default:
                int calls = 0;
                source.PooledTask.GetAwaiter().UnsafeOnCompleted(() => calls++);
                return () => calls == 1 ? source.PooledTask.GetAwaiter().GetResult() : calls;
        }
    }

    private static async PooledValueTask<int> Await(Unasked task) => await task;

    /// <summary>A task whose awaiter is never asked whether it is complete.</summary>
    private readonly struct Unasked(PooledValueTask<int> task) : System.Runtime.CompilerServices.ICriticalNotifyCompletion
    {
        private readonly PooledValueTaskAwaiter<int> _awaiter = task.GetAwaiter();

        public bool IsCompleted => false;

        public Unasked GetAwaiter() => this;

        public int GetResult() => _awaiter.GetResult();

        public void OnCompleted(Action continuation) => _awaiter.OnCompleted(continuation);

        public void UnsafeOnCompleted(Action continuation) => _awaiter.UnsafeOnCompleted(continuation);
    }
}
