using AsyncBenchmarks.Bodies;
using RSG;

namespace AsyncBenchmarks.Libraries;

/// <summary>Base operations, which are their own sources.</summary>
internal static class RsgPromiseBaseOperations
{
    private static readonly PendingStack<Promise> s_pending = new();

    public static IPromise Get()
    {
        if (!BaseOperations.ArePending)
        {
            return Promise.Resolved();
        }

        Promise source = new();
        s_pending.Push(source);
        return source;
    }

    public static void CompletePending()
    {
        while (s_pending.TryPop(out Promise source))
        {
            source.Resolve();
        }
    }
}
