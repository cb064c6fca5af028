namespace PooledAwait.Schedules;

public class SetterTests
{
    [Fact]
    public void SetAgainstSet_OneWins() => Explorer.Explore(race =>
    {
        PooledValueTaskSource<int> source = PooledValueTaskSource<int>.Create();
        bool left = Attempt.OfOne(race, () => source.TrySetResult(1), () => source.TrySetResult(2));
        Assert.Equal(left ? 1 : 2, source.PooledTask.GetAwaiter().GetResult());
    });

    /// <summary>The callback of a use may come late, because its end does not wait for it.</summary>
    [Fact]
    public void CancellationAgainstSetConsumeAndRent_TheNextUserIsUnharmed() => Explorer.Explore(static race =>
    {
        CancellationTokenSource cancellation = new();
        CancellationTokenSource other = new();
        PooledValueTaskSource<int> first = PooledValueTaskSource<int>.Create(cancellation.Token);
        PooledValueTaskSource<int> second = default;
        bool won = false;
        race(
            () =>
            {
                won = first.TrySetResult(1);
                Assert.Equal(won, Record.Exception(() => first.PooledTask.GetAwaiter().GetResult()) is null);
                second = PooledValueTaskSource<int>.Create(other.Token);
            },
            () => cancellation.Cancel());

        Assert.Same(first.PooledTask._operation, second.PooledTask._operation);
        Assert.False(second.PooledTask.GetAwaiter().IsCompleted);
        other.Cancel();
        Assert.True(second.PooledTask.IsCanceled);
        second.PooledTask.Forget();
    });

    /// <summary>The callback of the kept timer does not name its use: it may come when the next one has begun.</summary>
    [Fact]
    public void LateTimerAgainstTheNextUse_EndsOnlyTheOneThatIsOver() => Explorer.Explore(atLeast: 3, race =>
    {
        Timed owner = new();
        owner.Start(1);
        owner.Limits._deadline._due = MonotonicClock.Milliseconds;
        race(
            () =>
            {
                owner.Limits._deadline.Stop();
                owner.Start(2);
            },
            () => Deadline.OnTimer(owner));

        Assert.NotEqual(2, owner.Elapsed);
        owner.Limits._deadline.Stop();
    });

    [Fact]
    public void SetAgainstSetConsumeAndRent_TheNextUserIsUnharmed() => Explorer.Explore(race =>
    {
        PooledValueTaskSource<int> first = PooledValueTaskSource<int>.Create();
        PooledValueTaskSource<int> second = default;
        bool late = false;
        bool early = false;
        race(
            () =>
            {
                early = first.TrySetResult(1);
                Assert.Equal(early ? 1 : 2, first.PooledTask.GetAwaiter().GetResult());
                second = PooledValueTaskSource<int>.Create();
                Assert.Same(first.PooledTask._operation, second.PooledTask._operation);
            },
            () => late = first.TrySetResult(2));

        Assert.True(early ^ late);
        Assert.False(second.PooledTask.GetAwaiter().IsCompleted);
        Assert.True(second.TrySetResult(3));
        Assert.Equal(3, second.PooledTask.GetAwaiter().GetResult());
    });

    [Theory]
    [InlineData(nameof(PooledValueTaskSource<int>.TrySetResult))]
    [InlineData(nameof(PooledValueTaskSource<int>.TrySetException))]
    [InlineData(nameof(PooledValueTaskSource<int>.TrySetCanceled))]
    [InlineData(nameof(PooledValueTaskAwaiter<int>.GetResult))]
    [InlineData(nameof(PooledValueTask<int>.Forget))]
    public void StaleCallAgainstTheNextUser_ChangesNothing(string call) => Explorer.Explore(race =>
    {
        PooledValueTaskSource<int> stale = PooledValueTaskSource<int>.Create();
        stale.SetResult(1);
        Assert.Equal(1, stale.PooledTask.GetAwaiter().GetResult());
        PooledValueTaskSource<int> current = PooledValueTaskSource<int>.Create();
        Assert.Same(stale.PooledTask._operation, current.PooledTask._operation);
        race(
            () =>
            {
                Assert.True(current.TrySetResult(3));
                Assert.Equal(3, current.PooledTask.GetAwaiter().GetResult());
            },
            () => Assert.False(call switch
            {
                nameof(stale.TrySetResult) => stale.TrySetResult(2),
                nameof(stale.TrySetException) => stale.TrySetException(new InvalidOperationException()),
                nameof(stale.TrySetCanceled) => stale.TrySetCanceled(),
                nameof(stale.PooledTask.Forget) => Attempt.Of(stale.PooledTask.Forget).Succeeded,
                _ => Attempt.Of(() => stale.PooledTask.GetAwaiter().GetResult()).Succeeded,
            }));

    });

    private sealed class Timed : ILimited
    {
        private Limits _limits;

        public ref Limits Limits => ref _limits;

        /// <summary>The use that was ended last; 0 for none.</summary>
        internal short Elapsed { get; private set; }

        public void Cancel(short use, CancellationToken cancellationToken) => throw new NotSupportedException();

        public void Elapse(short token) => Elapsed = token;

        internal void Start(short token) => _limits._deadline.Start(this, token, milliseconds: 3_600_000, TimeProvider.System);
    }
}
