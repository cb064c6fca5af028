using AsyncBenchmarks.Bodies;
using Cysharp.Threading.Tasks;

namespace AsyncBenchmarks.Libraries;

/// <summary>The graph with ContinueWith.</summary>
internal readonly struct UniTaskContinueWith : INestedBody
{
    public void Execute() => ExecuteAsync().Forget();

    public void CompletePending() => UniTaskBaseOperations.CompletePending();

    private static UniTask ExecuteAsync() =>
        GetAndConsume<Struct32, object>()
            .ContinueWith(static () => GetAndConsume<object, Struct32>())
            .ContinueWith(static () => Known.Finish());

    private static UniTask GetAndConsume<T1, T2>() =>
        GetValue<T1>()
            .ContinueWith(static first =>
            {
                Known.Consume(first);
                return GetValue<T2>();
            })
            .ContinueWith(static second => Known.Consume(second));

    private static UniTask<T> GetValue<T>() =>
        UniTaskBaseOperations.Get().ContinueWith(static () => Known.Value<T>());
}
