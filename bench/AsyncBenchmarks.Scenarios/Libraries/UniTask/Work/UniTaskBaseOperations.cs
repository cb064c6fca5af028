using AsyncBenchmarks.Bodies;
using Cysharp.Threading.Tasks;

namespace AsyncBenchmarks.Libraries;

/// <summary>Base operations as UniTasks, over the sources that recycle themselves.</summary>
internal static class UniTaskBaseOperations
{
    private static readonly PendingStack<AutoResetUniTaskCompletionSource> s_pending = new();

    public static UniTask Get()
    {
        if (!BaseOperations.ArePending)
        {
            return UniTask.CompletedTask;
        }

        AutoResetUniTaskCompletionSource source = AutoResetUniTaskCompletionSource.Create();
        s_pending.Push(source);
        return source.Task;
    }

    public static void CompletePending()
    {
        while (s_pending.TryPop(out AutoResetUniTaskCompletionSource source))
        {
            source.TrySetResult();
        }
    }
}
