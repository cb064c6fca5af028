using AsyncBenchmarks.Bodies;

namespace AsyncBenchmarks.Lab.LowerBounds;

/// <summary>The graph as async methods. Its base operations are those of the graph by hand.</summary>
internal readonly struct HandWrittenAsyncAsyncAwait : INestedBody
{
    public void Execute() => ExecuteAsync().Forget();

    public void CompletePending() => default(HandWrittenAsyncAwait).CompletePending();

    private static async HandWrittenTask ExecuteAsync()
    {
        await GetAndConsume<Struct32, object>();
        await GetAndConsume<object, Struct32>();
        Known.Finish();
    }

    private static async HandWrittenTask GetAndConsume<T1, T2>()
    {
        Known.Consume(await GetValue<T1>());
        Known.Consume(await GetValue<T2>());
    }

    private static async HandWrittenTask<T> GetValue<T>()
    {
        await new HandWrittenTask(HandWrittenAsyncAwait.CallBase());
        return Known.Value<T>();
    }
}
