using AsyncBenchmarks.Bodies;
using Proto.Promises;

namespace AsyncBenchmarks.Libraries;

/// <summary>The graph with Then.</summary>
internal readonly struct ProtoPromiseContinueWith : INestedBody
{
    public void Execute() => ExecuteAsync().Forget();

    public void CompletePending() => ProtoPromiseBaseOperations.CompletePending();

    private static Promise ExecuteAsync() =>
        GetAndConsume<Struct32, object>()
            .Then(static () => GetAndConsume<object, Struct32>())
            .Then(static () => Known.Finish());

    private static Promise GetAndConsume<T1, T2>() =>
        GetValue<T1>()
            .Then(static first =>
            {
                Known.Consume(first);
                return GetValue<T2>();
            })
            .Then(static second => Known.Consume(second));

    private static Promise<T> GetValue<T>() =>
        ProtoPromiseBaseOperations.Get().Then(static () => Known.Value<T>());
}
