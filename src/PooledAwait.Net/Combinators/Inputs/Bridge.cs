using System.Threading.Tasks;

namespace PooledAwait;

/// <summary>
/// Makes a pooled task of any ValueTask, whatever stands behind it; a completed one costs nothing. So combinators know one
/// kind of input.
/// </summary>
internal static class Bridge
{
    internal static async PooledValueTask Of(ValueTask task) => await new BridgeAwaiter(task);

    internal static async PooledValueTask<T> Of<T>(ValueTask<T> task) => await new BridgeAwaiter<T>(task);
}
