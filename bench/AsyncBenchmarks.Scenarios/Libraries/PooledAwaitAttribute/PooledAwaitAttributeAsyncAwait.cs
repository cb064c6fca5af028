using System.Runtime.CompilerServices;
using System.Threading.Tasks;
using AsyncBenchmarks.Bodies;
using PooledAwait.MethodBuilders;

namespace AsyncBenchmarks.Libraries;

/// <summary>The graph as async methods that return ValueTasks over pooled boxes.</summary>
internal readonly struct PooledAwaitAttributeAsyncAwait : INestedBody
{
    // A box goes back to its pool when its result is taken, and the framework has no method that does only that.
    public void Execute() => ResultTaker.Forget(ExecuteAsync());

    public void CompletePending() => PooledAwaitAttributeBaseOperations.CompletePending();

    [AsyncMethodBuilder(typeof(PooledAsyncValueTaskMethodBuilder))]
    private static async ValueTask ExecuteAsync()
    {
        await GetAndConsume<Struct32, object>();
        await GetAndConsume<object, Struct32>();
        Known.Finish();
    }

    [AsyncMethodBuilder(typeof(PooledAsyncValueTaskMethodBuilder))]
    private static async ValueTask GetAndConsume<T1, T2>()
    {
        Known.Consume(await GetValue<T1>());
        Known.Consume(await GetValue<T2>());
    }

    [AsyncMethodBuilder(typeof(PooledAsyncValueTaskMethodBuilder<>))]
    private static async ValueTask<T> GetValue<T>()
    {
        await PooledAwaitAttributeBaseOperations.Get();
        return Known.Value<T>();
    }
}
