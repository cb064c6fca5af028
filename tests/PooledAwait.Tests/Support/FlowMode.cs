namespace PooledAwait.Tests;

/// <summary>
/// Whether these tests run with flow or without: .ci/run runs them twice, because a process reads the library's switch once. Tests that
/// need the flow have the trait Needs=Flow, and the run without flow leaves them out. Another run has the library use no private member of
/// the framework, and leaves out the tests of what such members tell: their trait is Needs=PrivateFields. A third has pooling off: tests of
/// what pools keep, count and save have the trait Needs=Pooling. Where the tests may start no process, those with Needs=Processes are left
/// out.
/// </summary>
internal static class FlowMode
{
    internal const string Needs = nameof(Needs);

    internal const string Flow = nameof(Flow);

    internal const string Pooling = nameof(Pooling);

    internal const string PrivateMembers = "PrivateFields";

    internal const string Processes = nameof(Processes);

    /// <summary>Whether the ExecutionContext flows through pooled operations in this run.</summary>
    internal static bool IsOn { get; } = !IsFalse("POOLEDAWAIT_FLOW");

    internal static bool MayStartProcesses { get; } = !IsFalse("POOLEDAWAIT_TEST_PROCESSES");

#pragma warning disable CA2255 // The tests are the program: they set the switch before they use the library.
    [ModuleInitializer]
    internal static void SetSwitches()
    {
        if (!IsOn)
        {
            AppContext.SetSwitch(ExecutionContextFlow.Switch, false);
        }

        if (IsFalse("POOLEDAWAIT_READ_PRIVATE_FIELDS"))
        {
            AppContext.SetSwitch(PrivateFields.Switch, false);
        }
    }
#pragma warning restore CA2255

    private static bool IsFalse(string variable) =>
        string.Equals(Environment.GetEnvironmentVariable(variable), "false", StringComparison.OrdinalIgnoreCase);
}
