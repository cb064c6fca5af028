namespace PooledAwait.Tests.Sources;

public class PooledValueTaskSourceTests
{
    private readonly TestException _exception = new();

    [Theory]
    [Booleans]
    public void Default_IsHarmless(bool hasResult)
    {
        dynamic source = hasResult ? default(PooledValueTaskSource<int>) : (object)default(PooledValueTaskSource);
        _ = default(PooledValueTaskSource<string>).GetHashCode();
        _ = default(PooledValueTask<string>).GetHashCode();
        Assert.True(source.IsNull && source.PooledTask.IsNull && source.Task.IsCompletedSuccessfully);
        Assert.False(source.IsValid || source.HasTask);
        Assert.False(hasResult ? source.TrySetResult(1) || source.Task.Result != 0 : source.TrySetResult());
        Assert.False(source.TrySetException(_exception) || source.TrySetCanceled());
        Assert.Throws<InvalidOperationException>(hasResult ? (Action)(() => source.SetResult(1)) : () => source.SetResult());
        Assert.Throws<InvalidOperationException>((Action)(() => source.SetException(_exception)));
        Assert.Throws<InvalidOperationException>((Action)(() => source.SetCanceled()));
    }

    [Fact]
    public void SetCanceled_TwoOperations_DoNotShareAnException()
    {
        Assert.NotSame(Canceled(), Canceled());

        static Exception Canceled()
        {
            PooledValueTaskSource<int> source = PooledValueTaskSource<int>.Create();
            source.SetCanceled();
            return Assert.Throws<TaskCanceledException>(() => source.PooledTask.Result);
        }
    }

    [Fact]
    public void Create_AsAMethodGroup_IsTheOneWithoutArguments()
    {
        Func<PooledValueTaskSource> create = PooledValueTaskSource.Create;
        Func<PooledValueTaskSource<int>> createWithResult = PooledValueTaskSource<int>.Create;
        Action cancel = create().SetCanceled;
        Func<bool> tryCancel = createWithResult().TrySetCanceled;

        cancel();
        Assert.True(tryCancel());
    }
}
