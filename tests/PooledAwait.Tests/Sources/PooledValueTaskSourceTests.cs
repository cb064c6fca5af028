using System;

namespace PooledAwait.Tests.Sources;

public class PooledValueTaskSourceTests
{
    private readonly TestException _exception = new();

    [Fact]
    public void Default_WithoutResult_IsHarmless()
    {
        PooledValueTaskSource source = default;
        Assert.True(source.IsNull);
        Assert.False(source.IsValid);
        Assert.False(source.HasTask);
        Assert.True(source.Task.IsCompletedSuccessfully);
        Assert.True(source.PooledTask.IsNull);
        Assert.False(source.TrySetResult());
        Assert.False(source.TrySetException(_exception));
        Assert.False(source.TrySetCanceled());
        Assert.Throws<InvalidOperationException>(source.SetResult);
        Assert.Throws<InvalidOperationException>(() => source.SetException(_exception));
        Assert.Throws<InvalidOperationException>(source.SetCanceled);
    }

    [Fact]
    public void Default_WithResult_IsHarmless()
    {
        PooledValueTaskSource<int> source = default;
        _ = default(PooledValueTaskSource<string>).GetHashCode();
        _ = default(PooledValueTask<string>).GetHashCode();
        Assert.True(source.IsNull);
        Assert.False(source.IsValid);
        Assert.False(source.HasTask);
        Assert.Equal(0, source.Task.Result);
        Assert.True(source.PooledTask.IsNull);
        Assert.False(source.TrySetResult(1));
        Assert.False(source.TrySetException(_exception));
        Assert.False(source.TrySetCanceled());
        Assert.Throws<InvalidOperationException>(() => source.SetResult(1));
        Assert.Throws<InvalidOperationException>(() => source.SetException(_exception));
        Assert.Throws<InvalidOperationException>(source.SetCanceled);
    }

    [Fact]
    public void Constructor_WithAValue_IsCompleteWithoutAnOperation()
    {
        PooledValueTaskSource<string> source = new("value");
        Assert.True(source.IsNull);
        Assert.False(source.HasTask);
        Assert.False(source.IsValid);
        Assert.False(source.TrySetResult("other"));
        Assert.Equal("value", source.Task.Result);
        Assert.Equal("value", source.Task.Result);
        Assert.Equal("value", source.PooledTask.GetAwaiter().GetResult());
    }

    [Fact]
    public void SetException_Null_ThrowsAndCompletesNothing()
    {
        PooledValueTaskSource source = PooledValueTaskSource.Create();
        Assert.Throws<ArgumentNullException>(() => source.SetException(null!));
        Assert.Throws<ArgumentNullException>(() => source.TrySetException(null!));
        Assert.Throws<ArgumentNullException>(() => default(PooledValueTaskSource).TrySetException(null!));
        source.SetResult();
        source.Task.GetAwaiter().GetResult();

        PooledValueTaskSource<int> withResult = PooledValueTaskSource<int>.Create();
        Assert.Throws<ArgumentNullException>(() => withResult.SetException(null!));
        Assert.Throws<ArgumentNullException>(() => withResult.TrySetException(null!));
        Assert.Throws<ArgumentNullException>(() => default(PooledValueTaskSource<int>).TrySetException(null!));
        withResult.SetResult(1);
        Assert.Equal(1, withResult.Task.Result);
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

    [Fact]
    public void Equals_ComparesOperationAndUseOrValue()
    {
        PooledValueTaskSource source = PooledValueTaskSource.Create();
        PooledValueTaskSource copy = source;
        EqualityAssert.Equal(source, copy);
        EqualityAssert.NotEqual(source, PooledValueTaskSource.Create());
        EqualityAssert.NotEqual(source, default);
        Assert.True(source == copy);
        Assert.True(source != default);

        PooledValueTaskSource<int> withResult = PooledValueTaskSource<int>.Create();
        PooledValueTaskSource<int> copyWithResult = withResult;
        EqualityAssert.Equal(withResult, copyWithResult);
        EqualityAssert.NotEqual(withResult, PooledValueTaskSource<int>.Create());
        EqualityAssert.NotEqual(withResult, default);
        EqualityAssert.Equal(new PooledValueTaskSource<int>(1), new PooledValueTaskSource<int>(1));
        EqualityAssert.NotEqual(new PooledValueTaskSource<int>(1), new PooledValueTaskSource<int>(2));
        Assert.True(withResult == copyWithResult);
        Assert.True(withResult != default);
    }
}
