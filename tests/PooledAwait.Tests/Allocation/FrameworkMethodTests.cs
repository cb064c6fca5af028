namespace PooledAwait.Tests.Allocation;

/// <summary>
/// What it costs an async method of the framework's return types to await ours. Its builder knows the framework's own awaiters
/// by an interface that is internal, and makes a delegate, once per method, for any other.
/// </summary>
public sealed class FrameworkMethodTests
{
#if NET11_0_OR_GREATER
    private const double Delegate = 56;
#else
    private const double Delegate = 64;
#endif

    [Fact]
    public void AsyncTask_AwaitingAsValueTask_CostsWhatAwaitingAValueTaskCosts() => Watchdog.Run(() =>
    {
        double valueTask = BytesOf(static source => AwaitValueTask(source.Task));

        Assert.Equal(valueTask, BytesOf(static source => AwaitAsValueTask(source.PooledTask)));
        Assert.Equal(valueTask + Delegate, BytesOf(static source => AwaitPooled(source.PooledTask)));
    });

    /// <summary>The Task reports its error; nothing else is made for that.</summary>
    [Fact]
    [Trait(FlowMode.Needs, FlowMode.Pooling)]
    public void PooledAsyncTask_ThatFails_CostsTheTaskAndItsError() => Watchdog.Run(() =>
    {
        double framework = BytesOf(static source => AwaitValueTask(source.Task), fails: true);
        Assert.InRange(BytesOf(static source => PooledAwaitTask(source.Task), fails: true), 1, framework);
    });

    [AsyncMethodBuilder(typeof(PooledAsyncTaskMethodBuilder))]
    private static async Task PooledAwaitTask(ValueTask task) => await task;

    private static async Task AwaitValueTask(ValueTask task) => await task;

    private static async Task AwaitAsValueTask(PooledValueTask task) => await task.AsValueTask();

    private static async Task AwaitPooled(PooledValueTask task) => await task;

    private static double BytesOf(Func<PooledValueTaskSource, Task> method, bool fails = false) => Bytes.PerUse(() =>
    {
        PooledValueTaskSource source = PooledValueTaskSource.Create();
        Task task = method(source);
        if (fails)
        {
            source.SetException(new TestException());
            _ = task.Exception;
        }
        else
        {
            source.SetResult();
            task.GetAwaiter().GetResult();
        }
    });
}
