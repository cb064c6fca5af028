using AsyncBenchmarks.Bodies;
using Nothing = AsyncBenchmarks.Lab.LowerBounds.HandWrittenNothing;

namespace AsyncBenchmarks.Lab.LowerBounds;

/// <summary>The graph of AsyncAwait as async methods.</summary>
internal readonly struct HandWrittenAsyncAwait : INestedBody
{
    public void Execute() => ExecuteAsync().Forget();

    public void CompletePending() => HandWrittenBase.CompletePending();

    private static async HandWrittenTask<Nothing> ExecuteAsync()
    {
        await GetAndConsume<Struct32, object>();
        await GetAndConsume<object, Struct32>();
        Known.Finish();
        return default;
    }

    private static async HandWrittenTask<Nothing> GetAndConsume<T1, T2>()
    {
        Known.Consume(await GetValue<T1>());
        Known.Consume(await GetValue<T2>());
        return default;
    }

    private static async HandWrittenTask<T> GetValue<T>()
    {
        await new HandWrittenTask<Nothing>(HandWrittenBase.Call(), default);
        return Known.Value<T>();
    }
}
