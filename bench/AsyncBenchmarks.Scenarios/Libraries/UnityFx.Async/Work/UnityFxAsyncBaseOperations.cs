extern alias UnityFxAsync;

using AsyncBenchmarks.Bodies;
using UnityFxAsync::UnityFx.Async;

namespace AsyncBenchmarks.Libraries;

/// <summary>Base operations, which are their own sources.</summary>
internal static class UnityFxAsyncBaseOperations
{
    private static readonly PendingStack<AsyncCompletionSource> s_pending = new();

    public static AsyncResult Get()
    {
        if (!BaseOperations.ArePending)
        {
            return AsyncResult.CompletedOperation;
        }

        AsyncCompletionSource source = new(AsyncOperationStatus.Running);
        s_pending.Push(source);
        return source;
    }

    public static void CompletePending()
    {
        while (s_pending.TryPop(out AsyncCompletionSource source))
        {
            source.SetCompleted();
        }
    }
}
