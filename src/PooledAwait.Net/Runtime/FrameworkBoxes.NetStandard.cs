using System.Reflection;

namespace PooledAwait;

/// <summary>Where the framework's interface for boxes can't be implemented, they give delegates.</summary>
internal static class FrameworkBoxes
{
    internal static readonly string? WhyNot = "the library's build for netstandard2.0 gives delegates";

    internal static bool IsResume(Action<object?> continuation) => false;

    internal static object? ContinuationOf(Task task) => null;

    internal static bool TryRegister<TAwaiter>(ref TAwaiter awaiter, object box, SynchronizationContext? context) => false;

    /// <summary>The framework's method is internal. Only a debugger calls this one.</summary>
    internal static void SetNotificationForWaitCompletion(Task task, bool enabled) =>
        typeof(Task).GetMethod("SetNotificationForWaitCompletion", BindingFlags.Instance | BindingFlags.NonPublic)
            ?.Invoke(task, [enabled]);
}
