namespace PooledAwait;

/// <summary>Reads the contexts of a thread that the caller already has. <see cref="ExecutionContext.Capture"/> and
/// SynchronizationContext.Current look the thread up first; the just-in-time compiler inlines the former only with a profile, and NativeAOT
/// never.</summary>
/// <remarks>Reads private fields of a thread. If those are not as expected, <see cref="Default"/> is null, and public members are
/// called.</remarks>
internal static class ThreadContexts
{
    /// <summary>Stands for <see cref="Default"/>. Storing a string literal needs no write barrier, because no collection moves or frees
    /// it.</summary>
    internal const string DefaultMark = nameof(Default);

    /// <summary>For short methods: optimized from their first call on, and still inlined into their callers.</summary>
    private const MethodImplOptions Inlined = MethodImplOptions.AggressiveInlining | MethodImplOptions.AggressiveOptimization;

    /// <summary>The ExecutionContext without values, in which most awaits happen; null if the fields can't be read.</summary>
    internal static readonly ExecutionContext? Default = FindDefault();

    /// <summary>The current thread for the methods below; null if its fields can't be read.</summary>
    internal static Thread? Current
    {
        [MethodImpl(Inlined)] // a step of each start of a method
        get => Default is null ? null : Thread.CurrentThread;
    }

    /// <summary>As <see cref="ExecutionContext.Capture"/>; <see cref="DefaultMark"/> is the default one; null if the flow is
    /// suppressed.</summary>
    [MethodImpl(Inlined)] // a step of every await
    internal static object? Capture(Thread? thread) =>
        thread is null ? ExecutionContext.Capture()
        : PrivateFields.ExecutionContextOf(thread) is not { } context ? DefaultMark
        : PrivateFields.IsFlowSuppressed(context) ? null
        : context;

    [MethodImpl(Inlined)] // a step of most awaits
    internal static SynchronizationContext? GetSynchronizationContext(Thread? thread) =>
        thread is null ? SynchronizationContext.Current : PrivateFields.SynchronizationContextOf(thread);

    internal static ExecutionContext? Unmarked(object? captured) =>
        ReferenceEquals(captured, DefaultMark) ? Default : (ExecutionContext?)captured; // checked: rare, and misuse may have written it

    private static ExecutionContext? FindDefault()
    {
        ExecutionContext? found = null;
        string? whyNot = PrivateFields.WhyNot(() =>
        {
            Thread thread = Thread.CurrentThread;
            found = PrivateFields.DefaultOf(null);
            ExecutionContext context = PrivateFields.ExecutionContextOf(thread) ?? found;
            return ReferenceEquals(PrivateFields.IsFlowSuppressed(context) ? null : context, ExecutionContext.Capture())
                && ReferenceEquals(PrivateFields.SynchronizationContextOf(thread), SynchronizationContext.Current);
        });
        return whyNot is null ? found : null;
    }
}
