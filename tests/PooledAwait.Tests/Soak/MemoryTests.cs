namespace PooledAwait.Tests.Soak;

/// <summary>What nobody consumes goes to the garbage collector: SmallHeapTests show that it gets it, and this that no pool does.</summary>
public class MemoryTests
{
    [Fact]
    public void NeverAwaitedOperation_IsNotLentOutAgain() => Watchdog.Run(() =>
    {
        PooledValueTaskSource<int> dropped = PooledValueTaskSource<int>.Create();
        dropped.SetResult(1);
        for (int i = 0; i < 1_000; i++)
        {
            PooledValueTaskSource<int> other = PooledValueTaskSource<int>.Create();
            Assert.NotSame(dropped.PooledTask._operation, other.PooledTask._operation);
        }

        Assert.Equal(1, dropped.Task.Result);
    });
}
