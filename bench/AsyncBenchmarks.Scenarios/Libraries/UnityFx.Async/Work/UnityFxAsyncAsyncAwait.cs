extern alias UnityFxAsync;

using AsyncBenchmarks.Bodies;
using UnityFxAsync::UnityFx.Async.Promises;
using UnityFxAsync::UnityFx.Async;

namespace AsyncBenchmarks.Libraries;

/// <summary>The graph as async methods that return operations.</summary>
internal readonly struct UnityFxAsyncAsyncAwait : INestedBody
{
    // Nothing is recycled; Done is how a result nobody wants is given up.
    public void Execute() => ExecuteAsync().Done();

    public void CompletePending() => UnityFxAsyncBaseOperations.CompletePending();

    private static async AsyncResult ExecuteAsync()
    {
        await GetAndConsume<Struct32, object>();
        await GetAndConsume<object, Struct32>();
        Known.Finish();
    }

    private static async AsyncResult GetAndConsume<T1, T2>()
    {
        Known.Consume(await GetValue<T1>());
        Known.Consume(await GetValue<T2>());
    }

    private static async AsyncResult<T> GetValue<T>()
    {
        await UnityFxAsyncBaseOperations.Get();
        return Known.Value<T>();
    }
}
