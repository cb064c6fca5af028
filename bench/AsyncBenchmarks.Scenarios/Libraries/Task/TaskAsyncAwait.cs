using System.Threading.Tasks;
using AsyncBenchmarks.Bodies;

namespace AsyncBenchmarks.Libraries;

/// <summary>The graph as async methods that return tasks.</summary>
internal readonly struct TaskAsyncAwait : INestedBody
{
    public void Execute() => _ = ExecuteAsync();

    public void CompletePending() => TaskBaseOperations.CompletePending();

    private static async Task ExecuteAsync()
    {
        await GetAndConsume<Struct32, object>();
        await GetAndConsume<object, Struct32>();
        Known.Finish();
    }

    private static async Task GetAndConsume<T1, T2>()
    {
        Known.Consume(await GetValue<T1>());
        Known.Consume(await GetValue<T2>());
    }

    private static async Task<T> GetValue<T>()
    {
        await TaskBaseOperations.Get();
        return Known.Value<T>();
    }
}
