namespace PooledAwait.Schedules;

/// <summary>The source that can be disposed.</summary>
public class LazySourceTests
{
    [Fact]
    public void SetAgainstSet_TaskAskedFor_OneWinsAndTheLoserFindsItComplete() => Explorer.Explore(atLeast: 5, race =>
    {
        LazyTaskCompletionSource<int> source = LazyTaskCompletionSource<int>.Create();
        Task<int> task = source.Task;
        bool left = Attempt.OfOne(race, () => Set(1), () => Set(2));

        Assert.Equal(left ? 1 : 2, task.Result);
        source.Dispose();

        bool Set(int value)
        {
            bool isSet = source.TrySetResult(value);
            Assert.True(task.IsCompleted);
            return isSet;
        }
    });

    [Theory]
    [Booleans]
    public void DisposeAgainstSet_TheTaskEndsAndTheNextUserIsUnharmed(bool askedFor) => Explorer.Explore(atLeast: 3, race =>
    {
        LazyTaskCompletionSource<int> source = LazyTaskCompletionSource<int>.Create();
        Task<int>? task = askedFor ? source.Task : null;
        LazyTaskCompletionSource<int> next = default;
        bool won = false;
        race(
            () =>
            {
                source.Dispose();
                next = LazyTaskCompletionSource<int>.Create();
            },
            () => won = source.TrySetResult(1));

        Assert.Equal(task is null ? null : won ? TaskStatus.RanToCompletion : TaskStatus.Canceled, task?.Status);
        Assert.False(next.Task.IsCompleted);
        Assert.True(next.TrySetResult(2));
        Assert.Equal(2, next.Task.Result);
        next.Dispose();
    });

    [Fact]
    public void DisposeAgainstDispose_GivesItBackOnce() => Explorer.Explore(atLeast: 3, race =>
    {
        LazyTaskCompletionSource<int> source = LazyTaskCompletionSource<int>.Create();
        LazyTaskCompletionSource<int> one = default;
        LazyTaskCompletionSource<int> other = default;
        // What a thread gives back it gets first.
        race(
            () =>
            {
                source.Dispose();
                one = LazyTaskCompletionSource<int>.Create();
            },
            () =>
            {
                source.Dispose();
                other = LazyTaskCompletionSource<int>.Create();
            });

        Assert.NotEqual(one, other);
        Assert.True(one.TrySetResult(1));
        Assert.True(other.TrySetResult(2));
        Assert.Equal(1, one.Task.Result);
        Assert.Equal(2, other.Task.Result);
        one.Dispose();
        other.Dispose();
    });

    [Fact]
    public void TaskAgainstSet_IsOneTaskThatCompletes() => Explorer.Explore(atLeast: 3, race =>
    {
        LazyTaskCompletionSource<int> source = LazyTaskCompletionSource<int>.Create();
        Task<int>? task = null;
        race(() => task = source.Task, () => Assert.True(source.TrySetResult(1)));

        Assert.Same(task, source.Task);
        Assert.Equal(1, task!.Result);
        source.Dispose();
    });
}
