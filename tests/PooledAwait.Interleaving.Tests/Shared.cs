using PooledAwait.MethodBuilders;

namespace PooledAwait.Schedules;

/// <summary>What scenarios have in common.</summary>
internal static class Shared
{
    internal static async PooledValueTask<int> Pass(PooledValueTask<int> task) => await task;

    /// <summary>As a method that returned a Task until the build found that nobody sees it.</summary>
    [AsyncMethodBuilder(typeof(UnseenTaskMethodBuilder<>))]
    internal static async PooledValueTask<int> PassUnseen(PooledValueTask<int> task) => await task.ConfigureAwait(false);

    internal static async PooledValueTask<int> PassValueTask(ValueTask<int> task) => await task;

    /// <summary>Checks that each operation was given back once, so that no two callers get the same one.</summary>
    internal static void AssertHealthyPool()
    {
        PooledValueTaskSource<int>[] sources = new PooledValueTaskSource<int>[4];
        for (int i = 0; i < sources.Length; i++)
        {
            sources[i] = PooledValueTaskSource<int>.Create();
            for (int k = 0; k < i; k++)
            {
                Assert.NotSame(sources[k].PooledTask._operation, sources[i].PooledTask._operation);
            }
        }

        for (int i = 0; i < sources.Length; i++)
        {
            Assert.True(sources[i].TrySetResult(i));
            Assert.Equal(i, sources[i].PooledTask.GetAwaiter().GetResult());
        }
    }
}

/// <summary>An awaiter of somebody else's, which gives its delegate away.</summary>
internal readonly struct CallBackAwaitable(Action<Action> register) : ICriticalNotifyCompletion
{
    public bool IsCompleted => false;

    public CallBackAwaitable GetAwaiter() => this;

    public void GetResult()
    {
    }

    public void OnCompleted(Action continuation) => register(continuation);

    public void UnsafeOnCompleted(Action continuation) => register(continuation);
}
