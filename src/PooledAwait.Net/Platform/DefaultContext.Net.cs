#if NET
using System.Threading;

namespace PooledAwait;

/// <summary>
/// The ExecutionContext without values, in which most awaits happen. A box that is suspended in it keeps <see cref="Mark"/> in
/// its place: a literal is no object that a collection could move or free, so that storing it needs no write barrier.
/// </summary>
internal static class DefaultContext
{
    /// <summary>Stands for <see cref="Known"/>.</summary>
    internal const string Mark = nameof(DefaultContext);

    private static readonly object s_unknown = new();
    private static readonly AsyncLocal<object?> s_probe = new();

    private static object s_known = s_unknown;

    /// <summary>
    /// The context once it is known, and then for good; before that, something that no context is. Whoever finds
    /// <see cref="Mark"/> in a box finds it known: it was when the box was suspended, and that came first.
    /// </summary>
    internal static object Known => s_known;

    /// <summary>Looks whether this thread is in it, unless it is known; for a thread's first use of the library.</summary>
    /// <remarks>
    /// No public member tells. But a thread whose last value is taken away is given the context that has none, which is
    /// always the same object, while every other change makes a new one (ExecutionContext.SetLocalValue). If that is not so
    /// somewhere, the context stays unknown, and each box keeps its own.
    /// </remarks>
    internal static void Look()
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
#endif
