using System.Runtime.CompilerServices;
using System.Threading.Tasks;
using AsyncBenchmarks.Bodies;

namespace AsyncBenchmarks.Libraries;

/// <summary>The graph as async methods that return ValueTasks over pooled boxes.</summary>
internal readonly struct ValueTaskPoolingAsyncAwait : INestedBody
{
    // A box goes back to its pool when its result is taken, and the framework has no method that does only that.
    public void Execute() => ResultTaker.Forget(ExecuteAsync());

    public void CompletePending() => ValueTaskBaseOperations.CompletePending();

    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder))]
    private static async ValueTask ExecuteAsync()
    {
        await GetAndConsume<Struct32, object>();
        await GetAndConsume<object, Struct32>();
        Known.Finish();
    }

    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder))]
    private static async ValueTask GetAndConsume<T1, T2>()
    {
        Known.Consume(await GetValue<T1>());
        Known.Consume(await GetValue<T2>());
    }

    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder<>))]
    private static async ValueTask<T> GetValue<T>()
    {
        await ValueTaskBaseOperations.Get();
        return Known.Value<T>();
    }
}
