using System.Diagnostics;
using System.Threading.Tasks;

namespace PooledAwait;

/// <summary>
/// Converts tasks and ValueTasks to pooled tasks, by a pooled async method that awaits them.
/// </summary>
/// <remarks>
/// A completed input gives a plain value. A pending input rents a box, which keeps its delegate. An input that fails or can't be awaited
/// faults the pooled task.
/// </remarks>
internal static class Adapter
{
    [StackTraceHidden]
    internal static async PooledValueTask Adapt(ValueTask task) => await task.ConfigureAwait(false);

    [StackTraceHidden]
    internal static async PooledValueTask<T> Adapt<T>(ValueTask<T> task) => await task.ConfigureAwait(false);
}
