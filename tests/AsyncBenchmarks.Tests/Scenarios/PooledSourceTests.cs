using System;
using System.Threading;
using System.Threading.Tasks;
using AsyncBenchmarks.Scenarios;

namespace AsyncBenchmarks.Tests.Scenarios;

/// <summary>The source of the ValueTask rows is one that could be used anywhere: it saves no work that others do.</summary>
public class PooledSourceTests
{
    [Fact]
    public void SetResult_OnAnotherThread_CompletesTheAwait() => Watchdog.Run("An await", () =>
    {
        PooledSource source = PooledSource.Create();
        Task awaiting = Await(source.Task);
        Assert.False(awaiting.IsCompleted);

        Thread thread = new(source.SetResult);
        thread.Start();
        awaiting.GetAwaiter().GetResult();
        thread.Join();
    });

    [Fact]
    public void SetResult_BeforeTheAwait_CompletesIt() => Watchdog.Run("An await", () =>
    {
        PooledSource source = PooledSource.Create();
        ValueTask task = source.Task;
        Assert.False(task.IsCompleted);
        source.SetResult();

        Assert.True(task.IsCompletedSuccessfully);
        task.GetAwaiter().GetResult();
    });

    [Fact]
    public void SetResult_Twice_Throws()
    {
        PooledSource source = PooledSource.Create();
        source.SetResult();

        Assert.Throws<InvalidOperationException>(source.SetResult);
    }

    [Fact]
    public void Token_OfAnEarlierUse_IsRejected() => Watchdog.Run("A stale token", () =>
    {
        PooledSource source = PooledSource.Create();
        ValueTask stale = source.Task;
        source.SetResult();
        stale.GetAwaiter().GetResult();

        PooledSource again = PooledSource.Create();
        Assert.Same(source, again);
        ValueTask current = again.Task;
        Assert.Throws<InvalidOperationException>(() => stale.IsCompleted);
        Assert.Throws<InvalidOperationException>(() => stale.GetAwaiter().GetResult());
        Assert.Throws<InvalidOperationException>(() => stale.GetAwaiter().OnCompleted(() => { }));

        Assert.False(current.IsCompleted);
        again.SetResult();
        current.GetAwaiter().GetResult();
    });

    private static async Task Await(ValueTask task) => await task;
}
