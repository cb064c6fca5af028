using System.Reflection;
using System.Threading.Tasks;

namespace PooledAwait;

/// <summary>What a debugger sets on the Task of a method that it steps out of: the next await of it stops there.</summary>
internal static class WaitNotification
{
    /// <summary>The framework's method is internal. Nobody but a debugger calls this one.</summary>
    internal static void Set(Task task, bool enabled) =>
        typeof(Task).GetMethod("SetNotificationForWaitCompletion", BindingFlags.Instance | BindingFlags.NonPublic)
            ?.Invoke(task, [enabled]);
}
