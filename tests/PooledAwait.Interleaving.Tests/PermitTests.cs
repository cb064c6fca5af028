using System.Linq;
using System.Reflection;

namespace PooledAwait.Schedules;

/// <summary>Permits and their waiters: none is lost, none is there twice, and none is free while somebody waits.</summary>
public class PermitTests
{
    private const BindingFlags Hidden = BindingFlags.Instance | BindingFlags.NonPublic;

    private static readonly TimeSpan s_hour = TimeSpan.FromHours(1);

    /// <summary>The wait may end while its token and its time are being set up: who comes last ends both, and publishes.</summary>
    [Theory]
    [Booleans]
    public void EndAgainstWait_WithATokenAndATime_EndsBothAndPublishes(bool isDisposed) => Explorer.Explore(race =>
    {
        // A waiter of an earlier run would have its timer already.
        Pool.Clear();
        PooledSemaphore semaphore = new(0);
        CancellationTokenSource cancellation = new();
        PooledValueTask waiter = default;
        race(() => waiter = semaphore.WaitAsync(s_hour, cancellation.Token), () => End(semaphore, isDisposed));

        Assert.True(waiter.IsCompleted, "A wakeup is lost.");
        Assert.Equal(isDisposed, waiter.IsFaulted);
        Assert.False(IsRegistered(cancellation), "The token keeps the waiter.");
        CheckPermits(semaphore, permits: isDisposed ? 0 : 1, waiter);

        static void End(PooledSemaphore semaphore, bool isDisposed)
        {
            if (isDisposed)
            {
                semaphore.Dispose();
            }
            else
            {
                semaphore.Release();
            }
        }
    });

    /// <summary>
    /// The release of a wait with a time looks, under the lock, whether it is still being set up: another thread meets the lock.
    /// </summary>
    [Fact]
    public void ReleaseAgainstTryWait_WithATimedWaiter_NobodyOvertakesIt() => Explorer.Explore(race =>
    {
        Pool.Clear();
        PooledSemaphore semaphore = new(0);
        ReleaseAgainstTryWait(race, semaphore, semaphore.WaitAsync(s_hour));
    });

    [Fact]
    public void WaitAgainstWait_ForOnePermit_OneGetsItAndTheOtherTheNext() => Explorer.Explore(atLeast: 5, race =>
    {
        PooledSemaphore semaphore = new(1);
        PooledValueTask left = default;
        PooledValueTask right = default;
        race(() => left = semaphore.WaitAsync(), () => right = semaphore.WaitAsync());

        Assert.True(left.IsCompleted ^ right.IsCompleted);
        semaphore.Release();
        CheckPermits(semaphore, permits: 2, left, right);
    });

    [Fact]
    public void ReleaseAgainstTryWait_WithAWaiter_NobodyOvertakesIt() => Explorer.Explore(race =>
    {
        PooledSemaphore semaphore = new(0);
        ReleaseAgainstTryWait(race, semaphore, semaphore.WaitAsync());
    });

    [Fact]
    public void ResetAgainstWait_OfASetEvent_TheSignalIsTakenOnce() => Explorer.Explore(atLeast: 5, race =>
    {
        PooledAutoResetEvent signal = new(initialState: true);
        PooledValueTask waiter = default;
        race(signal.Reset, () => waiter = signal.WaitAsync());

        Assert.False(signal.IsSet);
        if (!waiter.IsCompleted)
        {
            signal.Set();
        }

        Assert.True(waiter.IsCompletedSuccessfully);
        waiter.GetAwaiter().GetResult();
        Assert.False(signal.IsSet);
    });

    [Fact]
    public void ExitAgainstEnter_OfALock_TheNextOwnerHasItAlone() => Explorer.Explore(race =>
    {
        PooledLock gate = new();
        Assert.True(gate.TryEnter(out PooledLock.Releaser owner));
        PooledValueTask<PooledLock.Releaser> entering = default;
        race(owner.Dispose, () => entering = gate.EnterAsync());

        Assert.True(entering.IsCompletedSuccessfully);
        Assert.True(gate.IsHeld);
        Assert.Throws<InvalidOperationException>(owner.Dispose);
        entering.GetAwaiter().GetResult().Dispose();
        Assert.False(gate.IsHeld);
    });

    [Fact]
    public void ReleaseOfTwoAgainstRelease_OverTheMaximum_IsDoneOrNot() => Explorer.Explore(atLeast: 5, race =>
    {
        PooledSemaphore semaphore = new(0, 2);
        bool two = Attempt.OfOne(race, () => TryRelease(semaphore, 2), () => TryRelease(semaphore));
        CheckPermits(semaphore, permits: two ? 2 : 1);
    });

    [Fact]
    public void SetAgainstTimeout_OfAWaiter_WithAResetAfterIt_SetsNothingAgain() => Explorer.Explore(race =>
    {
        // A wait that is over has taken the signal or has not: it never gives one back after the event was reset.
        PooledAutoResetEvent signal = new();
        PooledValueTask waiter = signal.WaitAsync();
        race(
            () =>
            {
                signal.Set();
                signal.Reset();
            },
            () => Cancel(waiter));

        Assert.True(waiter.IsCompleted);
        waiter.WithoutThrowing().GetAwaiter().GetResult();
        Assert.False(signal.IsSet);
    });

    [Fact]
    public void TimeoutAgainstWait_OfTheSameObject_EndsOnlyItsOwn() => Explorer.Explore(race =>
    {
        // The timer of a wait that was released is late, and finds the object in its next use.
        PooledSemaphore semaphore = new(0);
        PooledValueTask first = semaphore.WaitAsync();
        PooledValueTask second = default;
        race(
            () =>
            {
                semaphore.Release();
                if (first.IsCompletedSuccessfully)
                {
                    first.GetAwaiter().GetResult();
                }

                second = semaphore.WaitAsync();
            },
            () => ((ILimited)first._operation!).Elapse(first._token));

        if (second.IsCompleted)
        {
            // The first had timed out, so that its permit was free.
            Assert.True(first.IsFaulted);
            first.WithoutThrowing().GetAwaiter().GetResult();
            CheckPermits(semaphore, permits: 1, second);
            return;
        }

        semaphore.Release();
        CheckPermits(semaphore, permits: 1, second);
    });

    private static void ReleaseAgainstTryWait(Race race, PooledSemaphore semaphore, PooledValueTask waiter)
    {
        bool overtook = false;
        race(() => semaphore.Release(), () => overtook = semaphore.TryWait());

        Assert.False(overtook);
        CheckPermits(semaphore, permits: 1, waiter);
    }

    /// <summary>Whether a token's source has a callback.</summary>
    private static bool IsRegistered(CancellationTokenSource source) =>
        typeof(CancellationTokenSource).GetField("_registrations", Hidden)!.GetValue(source) is { } registrations
        && registrations.GetType().GetField("Callbacks", Hidden | BindingFlags.Public)!.GetValue(registrations) is not null;

    /// <summary>A timer's callback for a wait. The token's own locks have no hooks.</summary>
    private static void Cancel(PooledValueTask waiter) => ((ILimited)waiter._operation!).Elapse(waiter._token);

    private static bool TryRelease(PooledSemaphore semaphore, int permits = 1)
    {
        try
        {
            semaphore.Release(permits);
            return true;
        }
        catch (SemaphoreFullException)
        {
            return false;
        }
    }

    /// <summary>Every waiter is done, and the permits are those that were granted and those that are free.</summary>
    private static void CheckPermits(PooledSemaphore semaphore, int permits, params PooledValueTask[] waiters)
    {
        Assert.All(waiters, static waiter => Assert.True(waiter.IsCompleted, "A wakeup is lost."));
        int granted = waiters.Count(static waiter => waiter.IsCompletedSuccessfully);
        foreach (PooledValueTask waiter in waiters)
        {
            waiter.WithoutThrowing().GetAwaiter().GetResult();
        }

        Assert.Equal(permits, granted + semaphore.CurrentCount);
    }
}
