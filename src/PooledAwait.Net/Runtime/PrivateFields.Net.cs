namespace PooledAwait;

/// <summary>The private fields of Thread and ExecutionContext, and the switch for all private members of the framework. They may change
/// with the runtime, so each class that uses some checks them once, and calls public members if they aren't as expected.
/// docs/private-fields.md has the reasons and the whole list.</summary>
internal static class PrivateFields
{
    /// <summary>A switch of AppContext for tests and bug reports. If it is false, only public members are called.</summary>
    internal const string Switch = "PooledAwait.ReadPrivateFields";

    internal static bool MayBeRead => !AppContext.TryGetSwitch(Switch, out bool isOn) || isOn;

    /// <summary>Says why the fields may not be read; null if they may, and have the values that public members show.</summary>
    internal static string? WhyNot(Func<bool> areAsExpected)
    {
        if (!MayBeRead)
        {
            return $"the switch {Switch} is false";
        }

        try
        {
            return areAsExpected() ? null : "this runtime's private members behave differently";
        }
        catch (Exception exception)
        {
            // A member is missing, has another type, or is new.
            return exception.GetType().Name + ": " + exception.Message;
        }
    }

    /// <summary>Null if it has no values.</summary>
    [UnsafeAccessor(UnsafeAccessorKind.Field, Name = "_executionContext")]
    internal static extern ref ExecutionContext? ExecutionContextOf(Thread thread);

    [UnsafeAccessor(UnsafeAccessorKind.Field, Name = "_synchronizationContext")]
    internal static extern ref SynchronizationContext? SynchronizationContextOf(Thread thread);

    [UnsafeAccessor(UnsafeAccessorKind.Field, Name = "m_isFlowSuppressed")]
    internal static extern ref bool IsFlowSuppressed(ExecutionContext context);

    /// <param name="type">Not used: the argument's type has the static field.</param>
    [UnsafeAccessor(UnsafeAccessorKind.StaticField, Name = "Default")]
    internal static extern ref ExecutionContext DefaultOf(ExecutionContext? type);
}

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
