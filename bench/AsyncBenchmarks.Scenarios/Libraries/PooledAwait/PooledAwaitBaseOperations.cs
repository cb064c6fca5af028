using AsyncBenchmarks.Bodies;
using PooledAwait;

namespace AsyncBenchmarks.Libraries;

/// <summary>Base operations as pooled tasks.</summary>
internal static class PooledAwaitBaseOperations
{
    private static readonly PendingStack<PooledValueTaskSource> s_pending = new();

    public static PooledValueTask Get()
    {
        if (!BaseOperations.ArePending)
        {
            return default;
        }

        PooledValueTaskSource source = PooledValueTaskSource.Create();
        s_pending.Push(source);
        return source.PooledTask;
    }

    public static void CompletePending()
    {
        while (s_pending.TryPop(out PooledValueTaskSource source))
        {
            source.SetResult();
        }
    }
}
