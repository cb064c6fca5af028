extern alias UnityFxAsync;

using AsyncBenchmarks.Bodies;
using UnityFxAsync::UnityFx.Async;
using UnityFxAsync::UnityFx.Async.Promises;

namespace AsyncBenchmarks.Libraries;

/// <summary>The graph with Then, which unwraps, and with ContinueWith where a continuation returns a plain value.</summary>
/// <remarks>ContinueWith throughout would need fewer bytes only as long as nobody waits for what the continuations return.</remarks>
internal readonly struct UnityFxAsyncContinueWith : INestedBody
{
    public void Execute() => ExecuteAsync().Done();

    public void CompletePending() => UnityFxAsyncBaseOperations.CompletePending();

    private static IAsyncOperation ExecuteAsync() =>
        GetAndConsume<Struct32, object>()
            .Then(static () => GetAndConsume<object, Struct32>())
            .Then(static () => Known.Finish());

    private static IAsyncOperation GetAndConsume<T1, T2>() =>
        GetValue<T1>()
            .Then(static first =>
            {
                Known.Consume(first);
                return GetValue<T2>();
            })
            .Then(static second => Known.Consume(second));

    // Without the option it would be posted to the current context, if there was one, as Then is.
    private static IAsyncOperation<T> GetValue<T>() =>
        UnityFxAsyncBaseOperations.Get().ContinueWith(static _ => Known.Value<T>(), AsyncContinuationOptions.ExecuteSynchronously);
}
