using System.IO;
using System.Linq;
using Mono.Cecil;
using Mono.Cecil.Rocks;
using Xunit;

namespace PooledAwait.Schedules;

/// <summary>
/// Every ordered access of the library is decided on: a planted fault shows that it is needed, or the document says why it stays.
/// </summary>
public class AccessTests
{
    /// <summary>Those of which no test fails when they are ordinary. docs/memory-ordering.md has the reasons.</summary>
    private static readonly string[] s_kept =
    [
        "Deadline.OnTimer Read",
        "Deadline.Start Write",
        "Deadline.Stop Write",
        "Depot.AddUp Read",
        "Depot.GetStatistics MemoryBarrier",
        "DiagnosticReports.ReportLost Increment",
        "DiagnosticReports.ReportMisuse Increment",
        "DiagnosticReports.add_OperationLost CompareExchange",
        "DiagnosticReports.get_Lost Read",
        "DiagnosticReports.get_Misused Read",
        "DiagnosticReports.remove_OperationLost CompareExchange",
        "FireAndForget.add_Exception CompareExchange",
        "FireAndForget.remove_Exception CompareExchange",
        "Limits.Begin Write",
        "Limits.OnCanceled Read",
        "Operation.IsStill Read",
        "Operation.MakeAsynchronous Read",
        "Operation.MarkQueued Write",
        "Operation.PublishConsumed Write",
        "Operation.TakeOptions Read",
        "Operation.TryClaimWorkItem Read",
        "Operation.TryConsumeTransferred Read",
        "Operation.TryConsumeTransferred Write",
        "Operation.TryRegister Read",
        "OperationTracker.NoteStart Increment",
        "OperationUse.get_AwaitedBy Read",
        "OperationUse.get_ConsumedBy Read",
        "OperationUse.set_AwaitedBy Write",
        "OperationUse.set_ConsumedBy Write",
        "PoolRegistry.Add Write",
        "PoolRegistry.Get Read",
        "PoolRegistry.Snapshot Read",
        "PoolRegistry.get_Count Read",
        "PooledObject.Take Write",
        "QueuedWaiter.GiveUp Read",
        "SetupGate.LeaveToSetup Read",
        "TaskOperation.Follow Write",
        "TaskOperation.OnTaskCompleted Read",
        "TaskOperation.TryTakeTask Read",
        "ThreadState..ctor Increment",
        "WaiterQueue.get_IsClosed Read",
    ];

    private static IEnumerable<string> Planted =>
        from fault in WeakMemoryTests.AllFaults
        from access in fault.Access.Split('+')
        select $"{fault.Member} {access}";

    [Fact]
    public void EveryAccess_IsPlantedOrKept() =>
        Assert.Equal(Accesses().Order(StringComparer.Ordinal), Planted.Concat(s_kept).Distinct().Order(StringComparer.Ordinal));

    [Fact]
    public void NoAccess_IsPlantedAndKept() => Assert.Empty(Planted.Intersect(s_kept));

    [Fact]
    public void EveryMember_IsInTheDocument()
    {
        string text = File.ReadAllText(Path.Combine(Root(), "docs", "memory-ordering.md"));
        Assert.Empty(
            from access in Planted.Concat(s_kept)
            let member = access[..access.IndexOf(' ', StringComparison.Ordinal)]
                .Replace("..ctor", string.Empty, StringComparison.Ordinal)
                .Replace(".get_", ".", StringComparison.Ordinal)
                .Replace(".set_", ".", StringComparison.Ordinal)
                .Replace(".add_", ".", StringComparison.Ordinal)
                .Replace(".remove_", ".", StringComparison.Ordinal)
            where !text.Contains($"`{member}`", StringComparison.Ordinal)
            select member);
    }

    [Fact]
    public void EveryTestOfAFault_IsInTheDocument()
    {
        string text = File.ReadAllText(Path.Combine(Root(), "docs", "memory-ordering.md"));
        Assert.Empty(
            from fault in WeakMemoryTests.AllFaults
            where !text.Contains($"[{fault.Test}]", StringComparison.Ordinal)
            select fault.Test);
    }

    /// <summary>The calls of Atomic, Volatile and Interlocked in the library, except for Atomic's own.</summary>
    private static HashSet<string> Accesses()
    {
        using AssemblyDefinition assembly = AssemblyDefinition.ReadAssembly(typeof(AccessTests).Assembly.Location);
        return
        [
            .. from type in assembly.MainModule.GetAllTypes()
               where IsLibrary(type)
               from method in type.Methods
               where method.HasBody
               from instruction in method.Body.Instructions
               let called = instruction.Operand as MethodReference
               where called?.DeclaringType.Name is nameof(Atomic) or nameof(Volatile) or nameof(Interlocked)
               select $"{Fault.NameOf(method)} {called.Name}",
        ];
    }

    private static bool IsLibrary(TypeDefinition type)
    {
        while (type.DeclaringType is { } outer)
        {
            type = outer;
        }

        return type.Namespace.StartsWith(nameof(PooledAwait), StringComparison.Ordinal)
            && type.Namespace != typeof(AccessTests).Namespace
            && type.Name != nameof(Atomic);
    }

    private static string Root()
    {
        string? folder = AppContext.BaseDirectory;
        while (!File.Exists(Path.Combine(folder!, "PooledAwait.slnx")))
        {
            folder = Path.GetDirectoryName(folder);
        }

        return folder!;
    }
}
