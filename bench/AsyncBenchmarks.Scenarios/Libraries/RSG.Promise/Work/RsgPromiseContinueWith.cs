using AsyncBenchmarks.Bodies;
using RSG;

namespace AsyncBenchmarks.Libraries;

/// <summary>The graph with Then.</summary>
internal readonly struct RsgPromiseContinueWith : INestedBody
{
    public void Execute() => ExecuteAsync().Done();

    public void CompletePending() => RsgPromiseBaseOperations.CompletePending();

    private static IPromise ExecuteAsync() =>
        GetAndConsume<Struct32, object>()
            .Then(static () => GetAndConsume<object, Struct32>())
            .Then(static () => Known.Finish());

    private static IPromise GetAndConsume<T1, T2>() =>
        GetValue<T1>()
            .Then(static first =>
            {
                Known.Consume(first);
                return GetValue<T2>();
            })
            .Then(static second => Known.Consume(second));

    private static IPromise<T> GetValue<T>() =>
        RsgPromiseBaseOperations.Get().Then(static () => Promise<T>.Resolved(Known.Value<T>()));
}
