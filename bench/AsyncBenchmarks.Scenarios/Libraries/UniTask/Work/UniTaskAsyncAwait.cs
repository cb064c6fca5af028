using AsyncBenchmarks.Bodies;
using Cysharp.Threading.Tasks;

namespace AsyncBenchmarks.Libraries;

/// <summary>The graph as async methods that return UniTasks.</summary>
internal readonly struct UniTaskAsyncAwait : INestedBody
{
    public void Execute() => ExecuteAsync().Forget();

    public void CompletePending() => UniTaskBaseOperations.CompletePending();

    private static async UniTask ExecuteAsync()
    {
        await GetAndConsume<Struct32, object>();
        await GetAndConsume<object, Struct32>();
        Known.Finish();
    }

    private static async UniTask GetAndConsume<T1, T2>()
    {
        Known.Consume(await GetValue<T1>());
        Known.Consume(await GetValue<T2>());
    }

    private static async UniTask<T> GetValue<T>()
    {
        await UniTaskBaseOperations.Get();
        return Known.Value<T>();
    }
}
