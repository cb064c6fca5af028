namespace PooledAwait.Tests;

public sealed class ConfiguredYieldTests
{
    [Theory]
    [Booleans]
    public void Awaiter_UsedByHand_FlowsTheContextOnlyWhenItIsAskedTo(bool continueOnCapturedContext) => Watchdog.Run(() =>
    {
        AsyncLocal<int> local = new() { Value = 1 };
        int flowed = 0;
        int notFlowed = 0;
        using CountdownEvent done = new(2);
        var awaiter = Task.Yield().ConfigureAwait(continueOnCapturedContext).GetAwaiter();

        Assert.False(awaiter.IsCompleted);
        awaiter.OnCompleted(() =>
        {
            flowed = local.Value;
            done.Signal();
        });
        awaiter.UnsafeOnCompleted(() =>
        {
            notFlowed = local.Value;
            done.Signal();
        });
        done.Wait();
        awaiter.GetResult();

        Assert.Equal(1, flowed);
        Assert.Equal(0, notFlowed);
    });
}
