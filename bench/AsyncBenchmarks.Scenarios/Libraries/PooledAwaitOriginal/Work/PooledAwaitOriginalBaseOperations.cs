extern alias OriginalPooledAwait;

using System.Threading.Tasks;
using AsyncBenchmarks.Bodies;
using OriginalPooledAwait::PooledAwait;

namespace AsyncBenchmarks.Libraries;

/// <summary>Base operations as ValueTasks: the original's sources hand out nothing else.</summary>
internal static class PooledAwaitOriginalBaseOperations
{
    private static readonly PendingStack<PooledValueTaskSource> s_pending = new();

    public static ValueTask Get()
    {
        if (!BaseOperations.ArePending)
        {
            return default;
        }

        PooledValueTaskSource source = PooledValueTaskSource.Create();
        s_pending.Push(source);
        return source.Task;
    }

    public static void CompletePending()
    {
        while (s_pending.TryPop(out PooledValueTaskSource source))
        {
            source.TrySetResult();
        }
    }
}
