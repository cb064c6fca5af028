using System.Threading.Tasks;
using AsyncBenchmarks.Bodies;

namespace AsyncBenchmarks.Libraries;

/// <summary>Base operations as ValueTasks over pooled sources. Also those of the rows that only change the method builder.</summary>
internal static class ValueTaskBaseOperations
{
    private static readonly PendingStack<PooledSource> s_pending = new();

    public static ValueTask Get()
    {
        if (!BaseOperations.ArePending)
        {
            return default;
        }

        PooledSource source = PooledSource.Rent();
        s_pending.Push(source);
        return source.Task;
    }

    public static void CompletePending()
    {
        while (s_pending.TryPop(out PooledSource source))
        {
            source.SetResult();
        }
    }
}
