namespace PooledAwait.Tests;

public sealed class AttributeFormTests
{
    /// <summary>CI runs these tests once more with their own methods pooled.</summary>
    [Fact]
    public void Tests_BuiltWithTheLine_AreRedirected() => Assert.Equal(
        Environment.GetEnvironmentVariable("PoolTests") is { Length: > 0 },
        typeof(AttributeFormTests).Assembly.GetCustomAttributes<AssemblyMetadataAttribute>().Any(
            static data => data.Key == "PooledAwait.Redirected"));

    [Fact]
    [Trait(FlowMode.Needs, FlowMode.Pooling)]
    public void TaskMethod_WarmAndSuspended_AllocatesTheTaskAlone() => Watchdog.Run(() =>
    {
        double task = Bytes.PerUse(static () => GC.KeepAlive(Task.FromResult(123_456)));
        Assert.Equal(task, Bytes.PerUse(static () =>
        {
            PooledValueTaskSource<int> source = PooledValueTaskSource<int>.Create();
            Task<int> task = AttributedMethods.IncrementAsTask(source.Task);
            source.SetResult(123_456);
            task.GetAwaiter().GetResult();
        }));
    });

    [Fact]
    public void AnyMethod_CompiledForAnOldTarget_WorksTheSame() => Watchdog.Run(() =>
    {
        PooledValueTaskSource<int> first = PooledValueTaskSource<int>.Create();
        PooledValueTaskSource second = PooledValueTaskSource.Create();
        ValueTask<int> a = OldTargets.AttributedMethods.Increment(first.Task);
        ValueTask b = OldTargets.AttributedMethods.Wait(second.Task);
        first.SetResult(41);
        second.SetResult();

        Assert.Equal(42, a.Result);
        b.GetAwaiter().GetResult();
        Assert.Throws<InvalidOperationException>(() => a.Result);
        Assert.Equal(42, OldTargets.AttributedMethods.IncrementAsTask(new ValueTask<int>(41)).Result);
        Assert.Same(Task.CompletedTask, OldTargets.AttributedMethods.WaitAsTask(default));
    });
}
