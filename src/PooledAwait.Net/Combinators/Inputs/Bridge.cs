using System.Threading.Tasks;

namespace PooledAwait;

/// <summary>
/// Converts any ValueTask to a pooled task, so that combinators have one kind of input. A completed ValueTask costs nothing.
/// </summary>
internal static class Bridge
{
    internal static async PooledValueTask Of(ValueTask task) => await new BridgeAwaiter(task);

    internal static async PooledValueTask<T> Of<T>(ValueTask<T> task) => await new BridgeAwaiter<T>(task);
}
