namespace PooledAwait.Tests.Coordination;

/// <summary>The condition variable: the lock is held again whenever a wait returns, and no notification is lost.</summary>
public sealed class ConditionVariableTests
{
    [Fact]
    public async Task Wait_WithoutTheLock_Throws()
    {
        PooledConditionVariable condition = new(new PooledLock());
        await Assert.ThrowsAsync<InvalidOperationException>(async () => await condition.WaitAsync());
    }

    [Fact]
    public async Task Wait_LeavesTheLock_AndHoldsItAgainByTheSameReleaser()
    {
        PooledLock gate = new();
        PooledConditionVariable condition = new(gate);
        PooledLock.Releaser waiter = await gate.EnterAsync();
        PooledValueTask waiting = condition.WaitAsync();
        Assert.False(waiting.IsCompleted);
        Assert.True(gate.TryEnter(out PooledLock.Releaser other), "The lock is held during the wait.");

        // The waiter's releaser is not valid while another holds the lock.
        Assert.Throws<InvalidOperationException>(waiter.Dispose);
        condition.Notify();
        await Task.Delay(20);
        Assert.False(waiting.IsCompleted, "The wait has returned without the lock.");
        other.Dispose();
        await waiting;
        Assert.True(gate.IsHeld);
        waiter.Dispose();
        Assert.False(gate.IsHeld);
    }
}
