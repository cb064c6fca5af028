using System;
using System.Threading;
using System.Threading.Tasks;

namespace PooledAwait.Tests.Race;

/// <summary>A setter and an awaiter on two real threads.</summary>
public class AwaiterRaceTests
{
    private static readonly int s_rounds = Rounds.Of(300_000, 1_000_000);

    [Theory, BothArities]
    public void SetAgainstAwait_PooledMethod_GetsTheResult(Arity arity)
    {
        Producer? producer = null;
        PooledValueTask awaiting = default;
        Duel.Run(
            s_rounds,
            prepare: _ => producer = Form.Of(arity).Create(),
            left: _ => producer!.SetResult(),
            right: _ => awaiting = producer!.Task.Await(),
            check: _ => awaiting.GetAwaiter().GetResult(),
            pending: () => producer!.Describe());
    }

    [Theory, BothArities]
    public void SetAgainstAwait_FrameworkMethod_GetsTheResult(Arity arity)
    {
        Producer? producer = null;
        Task? awaiting = null;
        Duel.Run(
            s_rounds / 4,
            prepare: _ => producer = Form.Of(arity).Create(),
            left: _ => producer!.SetResult(),
            right: _ => awaiting = producer!.Task.AwaitInTask(),
            check: _ => awaiting!.GetAwaiter().GetResult(),
            pending: () => producer!.Describe());
    }

    [Theory, BothArities]
    public void SetAgainstBlock_GetsTheResult(Arity arity)
    {
        Producer? producer = null;
        Duel.Run(
            s_rounds / 4,
            prepare: _ => producer = Form.Of(arity).Create(),
            left: _ => producer!.SetResult(),
            right: _ => producer!.Task.GetResult(),
            check: _ => Assert.False(producer!.Operation.IsCurrent(producer.Token)),
            pending: () => producer!.Describe());
    }

    [Theory, BothArities]
    public void SetAgainstOnCompleted_IsCalledOnce(Arity arity)
    {
        Producer? producer = null;
        int calls = 0;
        Action continuation = () => Interlocked.Increment(ref calls);
        Duel.Run(
            s_rounds / 4,
            prepare: _ =>
            {
                calls = 0;
                producer = Form.Of(arity).Create();
            },
            left: _ => producer!.SetResult(),
            right: _ => producer!.Task.UnsafeOnCompleted(continuation),
            check: _ =>
            {
                // Through the thread pool, if the setter was faster.
                SpinWait spin = default;
                while (Volatile.Read(ref calls) == 0)
                {
                    spin.SpinOnce(sleep1Threshold: -1);
                }

                Assert.Equal(1, calls);
                producer!.Task.GetResult();
            },
            pending: () => producer!.Describe());
    }

    [Theory, BothArities]
    public void SetAgainstForget_GivesTheOperationBackOnce(Arity arity)
    {
        Producer? producer = null;
        Producer? next = null;
        Duel.Run(
            s_rounds / 2,
            prepare: _ => producer = Form.Of(arity).Create(),
            left: _ => producer!.SetResult(),
            right: _ => producer!.Task.Forget(),
            check: _ =>
            {
                Assert.False(producer!.Operation.IsCurrent(producer.Token));
                next = Form.Of(arity).Create();
                Producer another = Form.Of(arity).Create();
                Assert.NotSame(next.Operation, another.Operation);
                another.SetResult();
                another.Task.GetResult();
                next.SetResult();
                next.Task.GetResult();
            },
            pending: () => producer!.Describe());
    }

    [Theory, BothArities]
    public void OnCompletedAgainstOnCompleted_OneIsRegistered(Arity arity)
    {
        Producer? producer = null;
        int calls = 0;
        Action continuation = () => Interlocked.Increment(ref calls);
        bool left = false;
        bool right = false;
        Duel.Run(
            s_rounds / 10,
            prepare: _ =>
            {
                calls = 0;
                producer = Form.Of(arity).Create();
            },
            left: _ => left = TryRegister(producer!.Task, continuation),
            right: _ => right = TryRegister(producer!.Task, continuation),
            check: _ =>
            {
                Assert.True(left ^ right, "exactly one must be registered");
                producer!.SetResult();
                Assert.Equal(1, calls);
                producer.Task.GetResult();
            },
            pending: () => producer!.Describe());
    }

    private static bool TryRegister(Subject task, Action continuation)
    {
        try
        {
            task.UnsafeOnCompleted(continuation);
            return true;
        }
        catch (InvalidOperationException)
        {
            return false;
        }
    }
}
