using AsyncBenchmarks.Bodies;
using PooledAwait;

namespace AsyncBenchmarks.Libraries;

/// <summary>The graph as async methods that return PooledValueTasks.</summary>
internal readonly struct PooledAwaitAsyncAwait : INestedBody
{
    public void Execute() => ExecuteAsync().Forget();

    public void CompletePending() => PooledAwaitBaseOperations.CompletePending();

    private static async PooledValueTask ExecuteAsync()
    {
        await GetAndConsume<Struct32, object>();
        await GetAndConsume<object, Struct32>();
        Known.Finish();
    }

    private static async PooledValueTask GetAndConsume<T1, T2>()
    {
        Known.Consume(await GetValue<T1>());
        Known.Consume(await GetValue<T2>());
    }

    private static async PooledValueTask<T> GetValue<T>()
    {
        await PooledAwaitBaseOperations.Get();
        return Known.Value<T>();
    }
}
