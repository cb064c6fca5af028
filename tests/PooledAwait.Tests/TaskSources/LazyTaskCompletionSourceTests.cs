namespace PooledAwait.Tests;

public sealed class LazyTaskCompletionSourceTests
{
    [Fact]
    public void Task_OfAResult_IsSharedAsTheFrameworks()
    {
        AsTheFramework(-1, 0, 8, 9, 10);
        AsTheFramework<int?>(null, -1, 9);
        AsTheFramework(false, true);
        AsTheFramework<string?>(null, string.Empty);

        static void AsTheFramework<T>(params T[] results) => Assert.All(results, static result =>
        {
            bool isShared = ReferenceEquals(Task.FromResult(result), Task.FromResult(result));
            Assert.Equal(isShared, ReferenceEquals(TaskOf(result), TaskOf(result)));
            Assert.Equal(isShared, ReferenceEquals(TaskOf(result), LazyTaskCompletionSource<T>.CreateConstant(result).Task));
            Assert.Equal(result, TaskOf(result).Result);
        });

        static Task<T> TaskOf<T>(T result)
        {
            using LazyTaskCompletionSource<T> source = LazyTaskCompletionSource<T>.Create();
            source.SetResult(result);
            return source.Task;
        }
    }

    [Fact]
    public void Result_AfterDispose_IsNotKeptAlive() => Watchdog.Run(static () => Garbage.AssertCollected(static () =>
    {
        object result = new();
        TestException exception = new();
        LazyTaskCompletionSource<object> first = LazyTaskCompletionSource<object>.Create();
        first.SetResult(result);
        Task task = first.Task;
        first.Dispose();
        LazyTaskCompletionSource<object> second = LazyTaskCompletionSource<object>.Create();
        second.SetException(exception);
        second.Dispose();
        return [result, exception, task];
    }));

    [Fact]
    [Trait(FlowMode.Needs, FlowMode.Pooling)]
    public void Source_CompletedAndDisposedUnseen_AllocatesNothing() => Watchdog.Run(() =>
    {
        TestException exception = new();
        Assert.Equal(0, Bytes.PerUse(static () =>
        {
            using LazyTaskCompletionSource<int> source = LazyTaskCompletionSource<int>.Create();
            source.SetResult(123_456);
        }));
        Assert.Equal(0, Bytes.PerUse(() =>
        {
            using LazyTaskCompletionSource source = LazyTaskCompletionSource.Create();
            source.SetException(exception);
        }));
        Assert.Equal(0, Bytes.PerUse(static () =>
        {
            using LazyTaskCompletionSource source = LazyTaskCompletionSource.Create();
            source.SetResult();
            _ = source.Task; // the framework's one completed task
        }));
    });

    [Fact]
    [Trait(FlowMode.Needs, FlowMode.Pooling)]
    public void Task_AskedForAfterTheResult_CostsTheTaskAlone() => Watchdog.Run(() =>
        Assert.Equal(
            Bytes.PerUse(static () => GC.KeepAlive(Task.FromResult(123_456))),
            Bytes.PerUse(static () =>
            {
                using LazyTaskCompletionSource<int> source = LazyTaskCompletionSource<int>.Create();
                source.SetResult(123_456);
                _ = source.Task;
            })));

    [Fact]
    [Trait(FlowMode.Needs, FlowMode.Pooling)]
    public void Task_AskedForWhilePending_CostsATaskCompletionSource() => Watchdog.Run(() =>
    {
        double framework = Bytes.PerUse(static () => GC.KeepAlive(new TaskCompletionSource<int>()));
        Assert.Equal(framework, Bytes.PerUse(static () =>
        {
            using LazyTaskCompletionSource<int> source = LazyTaskCompletionSource<int>.Create();
            _ = source.Task;
            source.SetResult(123_456);
        }));

        // Less where the JIT sees that the struct's object stays in the method.
        Assert.InRange(Bytes.PerUse(static () => ValueTaskCompletionSource<int>.Create().SetResult(123_456)), 1, framework);
    });
}
