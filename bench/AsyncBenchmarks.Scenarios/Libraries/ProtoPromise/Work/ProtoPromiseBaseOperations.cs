using AsyncBenchmarks.Bodies;
using Proto.Promises;

namespace AsyncBenchmarks.Libraries;

/// <summary>Base operations as promises.</summary>
internal static class ProtoPromiseBaseOperations
{
    private static readonly PendingStack<Promise.Deferred> s_pending = new();

    public static Promise Get()
    {
        if (!BaseOperations.ArePending)
        {
            return Promise.Resolved();
        }

        Promise.Deferred source = Promise.NewDeferred();
        s_pending.Push(source);
        return source.Promise;
    }

    public static void CompletePending()
    {
        while (s_pending.TryPop(out Promise.Deferred source))
        {
            source.Resolve();
        }
    }
}
