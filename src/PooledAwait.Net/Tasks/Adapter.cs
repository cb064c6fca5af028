using System.Diagnostics;
using System.Threading.Tasks;

namespace PooledAwait;

/// <summary>
/// Turns tasks of the framework, and whatever stands behind a ValueTask, into pooled tasks: a pooled async method awaits them.
/// </summary>
/// <remarks>
/// The method has all that a new kind of operation would need: a completed input gives a plain value, a pending one rents a box
/// whose delegate is kept with it, and an input that fails or can't be awaited faults the pooled task.
/// </remarks>
internal static class Adapter
{
    [StackTraceHidden]
    internal static async PooledValueTask Adapt(ValueTask task) => await task.ConfigureAwait(false);

    [StackTraceHidden]
    internal static async PooledValueTask<T> Adapt<T>(ValueTask<T> task) => await task.ConfigureAwait(false);
}
