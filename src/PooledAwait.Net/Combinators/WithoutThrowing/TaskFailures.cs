using System.Runtime.ExceptionServices;
using System.Threading.Tasks;

namespace PooledAwait;

/// <summary>The outcomes of Tasks.</summary>
internal static class TaskFailures
{
    /// <summary>Gets why a Task has no result. Its errors count as observed.</summary>
    /// <param name="task">A Task that is faulted or canceled.</param>
    internal static object Of(Task task) => task.Exception is { } exception
        ? ExceptionDispatchInfo.Capture(exception.InnerExceptions[0])
        : new TaskCanceledException(task);
}
