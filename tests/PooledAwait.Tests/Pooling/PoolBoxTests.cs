namespace PooledAwait.Tests;

public sealed class PoolBoxTests
{
    [Fact]
    public void UnboxAndReturn_OfSomethingElse_Throws()
    {
        Assert.Throws<InvalidCastException>(() => Pool.UnboxAndReturn<int>(5));
        Assert.Throws<InvalidCastException>(() => Pool.UnboxAndReturn<long>(Pool.Box(5)));
        Assert.Throws<ArgumentNullException>(() => Pool.UnboxAndReturn<int>(null!));
    }

    [Fact]
    [Trait(FlowMode.Needs, FlowMode.Pooling)]
    public void Box_AfterReturn_IsTheSameObject() => Watchdog.Run(() =>
    {
        object box = Pool.Box(new Value(1));
        Pool.UnboxAndReturn<Value>(box);

        Assert.Same(box, Pool.Box(new Value(2)));
        Assert.Equal(2, Pool.UnboxAndReturn<Value>(box).Number);
    });

    [Fact]
    public void Box_InThePool_KeepsNothingAlive() => Watchdog.Run(static () => Garbage.AssertCollected(static () =>
    {
        object item = new();
        _ = Pool.UnboxAndReturn<ValueTuple<object>>(Pool.Box(ValueTuple.Create(item)));
        return [item];
    }));

    private readonly record struct Value(int Number);
}
