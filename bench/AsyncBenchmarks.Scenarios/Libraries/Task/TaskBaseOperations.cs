using System.Threading.Tasks;
using AsyncBenchmarks.Bodies;

namespace AsyncBenchmarks.Libraries;

/// <summary>Base operations as tasks.</summary>
internal static class TaskBaseOperations
{
    private static readonly PendingStack<TaskCompletionSource<bool>> s_pending = new();

    public static Task Get()
    {
        if (!BaseOperations.ArePending)
        {
            return Task.CompletedTask;
        }

        TaskCompletionSource<bool> source = new();
        s_pending.Push(source);
        return source.Task;
    }

    public static void CompletePending()
    {
        while (s_pending.TryPop(out TaskCompletionSource<bool> source))
        {
            source.SetResult(true);
        }
    }
}
