extern alias OriginalPooledAwait;

using AsyncBenchmarks.Bodies;
using OriginalPooledAwait::PooledAwait;

namespace AsyncBenchmarks.Libraries;

/// <summary>The graph as async methods that return PooledValueTasks.</summary>
internal readonly struct PooledAwaitOriginalAsyncAwait : INestedBody
{
    // It recycles what was awaited and has no Forget. A method that returns FireAndForget, and awaits, costs more.
    public void Execute() => ResultTaker.Forget(ExecuteAsync());

    public void CompletePending() => PooledAwaitOriginalBaseOperations.CompletePending();

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
        await PooledAwaitOriginalBaseOperations.Get();
        return Known.Value<T>();
    }
}
