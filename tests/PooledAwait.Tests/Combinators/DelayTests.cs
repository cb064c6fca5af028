namespace PooledAwait.Tests.Combinators;

/// <summary>Delay is Task.Delay.</summary>
public sealed class DelayTests
{
    [Fact]
    public void Delay_AnotherClock_CompletesWhenThatClockSaysSo()
    {
        ManualTimeProvider clock = new();
        PooledValueTask delay = PooledValueTask.Delay(TimeSpan.FromMinutes(1), clock);
        clock.Advance(TimeSpan.FromSeconds(59));
        Assert.False(delay.GetAwaiter().IsCompleted);
        clock.Advance(TimeSpan.FromSeconds(1));
        delay.GetAwaiter().GetResult();
        Assert.Equal(0, clock.Timers);
    }

    [Fact]
    public void Delay_Zero_IsComplete() => Assert.True(PooledValueTask.Delay(TimeSpan.Zero).GetAwaiter().IsCompleted);

    [Fact]
    public void Delay_CanceledBeforeOrAfter_HasTheToken()
    {
        using CancellationTokenSource source = new();
        PooledValueTask infinite = PooledValueTask.Delay(Timeout.InfiniteTimeSpan, source.Token);
        PooledValueTask hour = PooledValueTask.Delay(TimeSpan.FromHours(1), source.Token);
        Assert.False(infinite.GetAwaiter().IsCompleted);
        source.Cancel();
        PooledValueTask after = PooledValueTask.Delay(TimeSpan.Zero, source.Token);
        foreach (PooledValueTask delay in (PooledValueTask[])[infinite, hour, after])
        {
            Assert.True(delay.GetAwaiter().IsCompleted);
            Assert.Equal(source.Token, Assert.Throws<TaskCanceledException>(() => delay.GetAwaiter().GetResult()).CancellationToken);
        }
    }

    /// <summary>The code that cancels runs no awaiter of Task.Delay either, but one of WaitAsync.</summary>
    [Theory]
    [InlineData(false, TaskCreationOptions.None)]
    [InlineData(true, TaskCreationOptions.None)]
    [InlineData(false, TaskCreationOptions.RunContinuationsAsynchronously)]
    [InlineData(false, TaskCreationOptions.RunContinuationsAsynchronously | TaskCreationOptions.PreferFairness)]
    public void Delay_Canceled_IsCompleteAtOnceAndItsAwaiterRunsElsewhere(
        bool inFrameworkMethod, TaskCreationOptions options) => Watchdog.Run(() =>
    {
        using CancellationTokenSource source = new();
        PooledValueTask delay = PooledValueTask.Delay(Timeout.InfiniteTimeSpan, TimeProvider.System, options, source.Token);
        Task<int> awaiting = inFrameworkMethod ? InTask(delay) : InPooledMethod(delay).AsTask();
        source.Cancel();
        Assert.NotEqual(Environment.CurrentManagedThreadId, awaiting.Result);

        static async PooledValueTask<int> InPooledMethod(PooledValueTask delay)
        {
            await delay.WithoutThrowing().ConfigureAwait(false);
            return Environment.CurrentManagedThreadId;
        }

        static async Task<int> InTask(PooledValueTask delay)
        {
            await delay.WithoutThrowing().ConfigureAwait(false);
            return Environment.CurrentManagedThreadId;
        }
    });
}
