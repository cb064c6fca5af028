namespace PooledAwait;

/// <summary>The private fields of Thread and ExecutionContext, and the switch for all private members of the framework. They may change
/// with the runtime, so a class that uses some asks once whether they are as expected, and calls public members if not.
/// docs/private-fields.md has the reasons and the whole list.</summary>
internal static class PrivateFields
{
    /// <summary>A switch of AppContext for tests and bug reports. If it is false, only public members are called.</summary>
    internal const string Switch = "PooledAwait.ReadPrivateFields";

    internal static bool MayBeRead => !AppContext.TryGetSwitch(Switch, out bool isOn) || isOn;

    /// <summary>Whether fields may be read, and are found as public members show them.</summary>
    internal static bool AreAsExpected(Func<bool> areAsExpected) => WhyNot(areAsExpected) is null;

    /// <summary>Tells why fields may not be read; null if they are as expected.</summary>
    [SuppressMessage("Design", "CA1031", Justification = "Runtimes differ in what they throw; each means that the fields can't be read.")]
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
