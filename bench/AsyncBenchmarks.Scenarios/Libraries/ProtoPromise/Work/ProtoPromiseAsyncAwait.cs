using AsyncBenchmarks.Bodies;
using Proto.Promises;

namespace AsyncBenchmarks.Libraries;

/// <summary>The graph as async methods that return promises.</summary>
internal readonly struct ProtoPromiseAsyncAwait : INestedBody
{
    public void Execute() => ExecuteAsync().Forget();

    public void CompletePending() => ProtoPromiseBaseOperations.CompletePending();

    private static async Promise ExecuteAsync()
    {
        await GetAndConsume<Struct32, object>();
        await GetAndConsume<object, Struct32>();
        Known.Finish();
    }

    private static async Promise GetAndConsume<T1, T2>()
    {
        Known.Consume(await GetValue<T1>());
        Known.Consume(await GetValue<T2>());
    }

    private static async Promise<T> GetValue<T>()
    {
        await ProtoPromiseBaseOperations.Get();
        return Known.Value<T>();
    }
}
