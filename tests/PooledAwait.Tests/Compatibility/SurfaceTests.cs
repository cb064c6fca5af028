using PooledAwait.Tests.Compatibility;

namespace PooledAwait.Tests;

/// <summary>Runs the code of users of 1.x that the project of that name holds. That it compiles is half of the test.</summary>
public sealed class SurfaceTests
{
    [Fact]
    public void AsyncMethods_OfEveryReturnType_Work() => Watchdog.Run(async () =>
    {
        Assert.Equal(3, await AsyncMethods.AddAsync(1, 2));
        await AsyncMethods.WaitAsync();
        Assert.Equal(3, await AsyncMethods.AddTask(1, 2));
        await AsyncMethods.WaitTask();
    });

    [Fact]
    public void PooledValueTask_EveryMember_Works() => Watchdog.Run(async () =>
    {
        Assert.Equal(18, await AsyncMethods.EveryMemberOfPooledValueTask());
        Assert.Equal(1, await AsyncMethods.EveryMemberOfPooledValueTaskWithoutResult());
    });

    [Fact]
    public void PooledTask_EveryMember_Works() => Watchdog.Run(async () =>
    {
        Assert.Equal(18, await AsyncMethods.EveryMemberOfPooledTask());
        Assert.Equal(1, await AsyncMethods.EveryMemberOfPooledTaskWithoutResult());
    });

    [Fact]
    public void FireAndForget_EveryMember_Works() => Watchdog.Run(async () =>
        Assert.IsType<InvalidOperationException>(await AsyncMethods.EveryMemberOfFireAndForget()));

    [Fact]
    public void ConfiguredYieldAwaitable_EveryMember_Works() => Watchdog.Run(async () =>
        Assert.True(await AsyncMethods.EveryMemberOfConfiguredYield()));

    [Fact]
    public void Sources_EveryMember_Works() => Watchdog.Run(async () =>
    {
        Assert.Equal(212, await CompletionSources.EveryMemberOfPooledValueTaskSource());
        Assert.Equal(200, await CompletionSources.EveryMemberOfPooledValueTaskSourceWithoutResult());
        Assert.Equal(305, await CompletionSources.EveryMemberOfValueTaskCompletionSource());
        Assert.Equal(312, await CompletionSources.EveryMemberOfLazyTaskCompletionSource());
        Assert.Equal(300, await CompletionSources.EveryMemberOfLazyTaskCompletionSourceWithoutResult());
    });

    [Fact]
    [Trait(FlowMode.Needs, FlowMode.Pooling)]
    public void Pool_EveryMember_Works() => Watchdog.Run(() => Assert.True(ObjectPools.EveryMemberOfPool()));

    [Fact]
    public void MethodBuilders_OfEveryReturnType_HaveTheirNames() => Assert.Equal(5, AsyncMethods.Builders().Length);
}
