using System.Threading.Tasks;
using AsyncBenchmarks.Bodies;

namespace AsyncBenchmarks.Libraries;

/// <summary>The graph as async methods that return ValueTasks.</summary>
internal readonly struct ValueTaskAsyncAwait : INestedBody
{
    // Once it has suspended, a task stands behind it: nothing to give back.
    public void Execute() => _ = ExecuteAsync();

    public void CompletePending() => ValueTaskBaseOperations.CompletePending();

    private static async ValueTask ExecuteAsync()
    {
        await GetAndConsume<Struct32, object>();
        await GetAndConsume<object, Struct32>();
        Known.Finish();
    }

    private static async ValueTask GetAndConsume<T1, T2>()
    {
        Known.Consume(await GetValue<T1>());
        Known.Consume(await GetValue<T2>());
    }

    private static async ValueTask<T> GetValue<T>()
    {
        await ValueTaskBaseOperations.Get();
        return Known.Value<T>();
    }
}
