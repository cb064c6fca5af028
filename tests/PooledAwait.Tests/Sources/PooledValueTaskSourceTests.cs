using System;
using System.Threading.Tasks;

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
    public void SetResult_Once_IsTheOnlySetterThatWins()
    {
        PooledValueTaskSource source = PooledValueTaskSource.Create();
        Assert.True(source is { IsNull: false, HasTask: true, IsValid: true });
        source.SetResult();
        AssertSettled(source, isTaken: false);
        source.Task.GetAwaiter().GetResult();
        AssertSettled(source, isTaken: true);

        PooledValueTaskSource<int> withResult = PooledValueTaskSource<int>.Create();
        Assert.True(withResult is { IsNull: false, HasTask: true, IsValid: true });
        withResult.SetResult(1);
        AssertSettled(withResult, isTaken: false);
        Assert.Equal(1, withResult.Task.Result);
        AssertSettled(withResult, isTaken: true);
    }

    [Fact]
    public void SetException_Once_IsTheOnlySetterThatWins()
    {
        PooledValueTaskSource source = PooledValueTaskSource.Create();
        source.SetException(_exception);
        AssertSettled(source, isTaken: false);
        Assert.Same(_exception, Assert.Throws<TestException>(() => source.Task.GetAwaiter().GetResult()));
        AssertSettled(source, isTaken: true);

        PooledValueTaskSource<int> withResult = PooledValueTaskSource<int>.Create();
        withResult.SetException(_exception);
        AssertSettled(withResult, isTaken: false);
        Assert.Same(_exception, Assert.Throws<TestException>(() => withResult.Task.GetAwaiter().GetResult()));
        AssertSettled(withResult, isTaken: true);
    }

    [Fact]
    public void SetCanceled_Once_IsTheOnlySetterThatWins()
    {
        PooledValueTaskSource source = PooledValueTaskSource.Create();
        source.SetCanceled();
        AssertSettled(source, isTaken: false);
        Assert.Throws<TaskCanceledException>(() => source.Task.GetAwaiter().GetResult());
        AssertSettled(source, isTaken: true);

        PooledValueTaskSource<int> withResult = PooledValueTaskSource<int>.Create();
        withResult.SetCanceled();
        AssertSettled(withResult, isTaken: false);
        Assert.Throws<TaskCanceledException>(() => withResult.Task.GetAwaiter().GetResult());
        AssertSettled(withResult, isTaken: true);
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
    public void Result_Taken_GivesTheOperationToTheNextSource()
    {
        PooledValueTaskSource<int> first = PooledValueTaskSource<int>.Create();
        first.SetResult(1);
        Assert.Equal(1, first.Task.Result);
        PooledValueTaskSource<int> second = PooledValueTaskSource<int>.Create();
        Assert.Same(first.PooledTask._operation, second.PooledTask._operation);
        Assert.NotEqual(first, second);
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

    private void AssertSettled(PooledValueTaskSource source, bool isTaken)
    {
        Assert.Equal(!isTaken, source.IsValid);
        Assert.False(source.TrySetResult());
        Assert.False(source.TrySetException(_exception));
        Assert.False(source.TrySetCanceled());
        Assert.Throws<InvalidOperationException>(source.SetResult);
        Assert.Throws<InvalidOperationException>(() => source.SetException(_exception));
        Assert.Throws<InvalidOperationException>(source.SetCanceled);
    }

    private void AssertSettled(PooledValueTaskSource<int> source, bool isTaken)
    {
        Assert.Equal(!isTaken, source.IsValid);
        Assert.False(source.TrySetResult(2));
        Assert.False(source.TrySetException(_exception));
        Assert.False(source.TrySetCanceled());
        Assert.Throws<InvalidOperationException>(() => source.SetResult(2));
        Assert.Throws<InvalidOperationException>(() => source.SetException(_exception));
        Assert.Throws<InvalidOperationException>(source.SetCanceled);
    }
}
