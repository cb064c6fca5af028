using AsyncBenchmarks.Bodies;
using PooledAwait;

namespace AsyncBenchmarks.Libraries;

/// <summary>The graph with Then.</summary>
internal readonly struct PooledAwaitContinueWith : INestedBody
{
    public void Execute() => ExecuteAsync().Forget();

    public void CompletePending() => PooledAwaitBaseOperations.CompletePending();

    private static PooledValueTask ExecuteAsync() =>
        GetAndConsume<Struct32, object>()
            .Then(static () => GetAndConsume<object, Struct32>())
            .Then(static () => Known.Finish());

    private static PooledValueTask GetAndConsume<T1, T2>() =>
        GetValue<T1>()
            .Then(static first =>
            {
                Known.Consume(first);
                return GetValue<T2>();
            })
            .Then(static second => Known.Consume(second));

    private static PooledValueTask<T> GetValue<T>() =>
        PooledAwaitBaseOperations.Get().Then(static () => Known.Value<T>());
}
