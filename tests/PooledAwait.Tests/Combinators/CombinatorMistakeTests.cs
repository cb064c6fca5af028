namespace PooledAwait.Tests.Combinators;

/// <summary>Inputs that can't be awaited give a clear error, and the other inputs are not lost.</summary>
public sealed class CombinatorMistakeTests
{
    [Theory]
    [Booleans]
    public void WhenAll_RepeatedInput_FailsWithTheMistakeBeforeAllElse(bool completeFirst) => Watchdog.Run(() =>
    {
        TestException error = new();
        PooledValueTaskSource<int> failing = PooledValueTaskSource<int>.Create();
        PooledValueTaskSource<int> source = PooledValueTaskSource<int>.Create();
        if (completeFirst)
        {
            failing.SetException(error);
            source.SetResult(1);
        }

        PooledValueTask<int[]> all = PooledValueTask.WhenAll([failing.PooledTask, source.PooledTask, source.PooledTask]);
        if (!completeFirst)
        {
            failing.SetException(error);
            source.SetResult(1);
        }

        AggregateException exception = Assert.Throws<AggregateException>(() => all.WithAggregateException().GetAwaiter().GetResult());
        AssertMistake(exception.InnerExceptions[0]);
        Assert.Same(error, exception.InnerExceptions[1]);
    });

    [Fact]
    public void AnyCombinator_ConsumedInput_IsAClearError() => Watchdog.Run(() =>
    {
        PooledValueTaskSource<int> source = PooledValueTaskSource<int>.Create();
        PooledValueTask<int> task = source.PooledTask;
        ValueTask<int> valueTask = source.Task;
        source.SetResult(1);
        Assert.Equal(1, task.GetAwaiter().GetResult());
        AssertMistake(Record.Exception(() => PooledValueTask.WhenAll(task, task).GetAwaiter().GetResult()));
        AssertMistake(Record.Exception(() => PooledValueTask.WhenAny(task).GetAwaiter().GetResult()));
        foreach (Exception? exception in (Exception?[])
        [
            Record.Exception(() => PooledValueTask.WhenAll(valueTask, valueTask).GetAwaiter().GetResult()),
            Record.Exception(() => { _ = PooledValueTask.WhenAny(valueTask).GetAwaiter().GetResult().Result; }),
        ])
        {
            if (PrivateFields.MayBeRead)
            {
                AssertMistake(exception);
            }
            else
            {
                // The operation behind a ValueTask is not found, and says itself what is wrong.
                Assert.Contains("already consumed", Assert.IsType<InvalidOperationException>(exception).Message, StringComparison.Ordinal);
            }
        }

        Assert.Throws<InvalidOperationException>(() => task.WaitAsync(default(System.Threading.CancellationToken)));
    });

    private static void AssertMistake(Exception? exception)
    {
        InvalidOperationException mistake = Assert.IsType<InvalidOperationException>(exception, exactMatch: false);
        Assert.Contains("given more than once, or is already awaited or consumed", mistake.Message, StringComparison.Ordinal);
    }
}
