using System.Threading;

namespace PooledAwait;

/// <summary>
/// The ExecutionContext without values, in which most awaits happen. A waiter that is suspended in it keeps <see cref="Mark"/> in its
/// place, because storing a string literal needs no write barrier: no collection moves or frees it.
/// </summary>
internal static class DefaultContext
{
    /// <summary>Stands for <see cref="Known"/>.</summary>
    internal const string Mark = nameof(DefaultContext);

    private static readonly object s_unknown = new();
    private static readonly AsyncLocal<object?> s_probe = new();

    private static object s_known = s_unknown;

    /// <summary>
    /// The context once it is known, and then for ever; before that, an object that is no context. A reader that has found
    /// <see cref="Mark"/> in a waiter finds the context here, because it was known when the waiter was suspended.
    /// </summary>
    internal static object Known => s_known;

    /// <summary>Learns the context if this thread is in it, unless it is known; called at a thread's first use of the library.</summary>
    /// <remarks>
    /// No public member returns it. A thread that removes its last value gets it, always as the same object, while every other change makes
    /// a new one (ExecutionContext.SetLocalValue). Where that does not hold, the context stays unknown, and each waiter keeps its own.
    /// </remarks>
    internal static void Learn()
    {
        if (!ReferenceEquals(s_known, s_unknown) || ExecutionContext.Capture() is not { } context)
        {
            return;
        }

        s_probe.Value = s_probe;
        s_probe.Value = null;
        if (ReferenceEquals(context, ExecutionContext.Capture()))
        {
            Interlocked.CompareExchange(ref s_known, context, s_unknown);
        }
        else
        {
            ExecutionContext.Restore(context);
        }
    }
}
