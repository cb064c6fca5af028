using System.Threading.Tasks;
using AsyncBenchmarks.Bodies;
using PooledAwait;

namespace AsyncBenchmarks.Libraries;

/// <summary>Base operations as ValueTasks over pooled sources.</summary>
internal static class PooledAwaitAttributeBaseOperations
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
            source.SetResult();
        }
    }
}
