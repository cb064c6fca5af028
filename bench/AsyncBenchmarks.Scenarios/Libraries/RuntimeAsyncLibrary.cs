using System;
using System.Collections.Generic;
#if NET
using System.Runtime.CompilerServices;
#endif
using AsyncBenchmarks.Scenarios;

namespace AsyncBenchmarks.Libraries;

/// <summary>
/// The bodies of Task and ValueTask once more, from an assembly that is compiled for runtime-async: on .NET 11 by the compiler that comes
/// with it. They are looked at only when work is made: on .NET 10 a process without DOTNET_RuntimeAsync=1 can't even load their types.
/// </summary>
/// <param name="twin">The row with the same bodies, compiled as usual: where it has work, this one has.</param>
/// <param name="real">Makes the row of the other assembly.</param>
internal sealed class RuntimeAsyncLibrary(Row twin, Func<Row> real) : Row(
    Library.OfRuntime(
        twin.Name + "-RuntimeAsync",
        Missing,
        "Compiled with the feature runtime-async: part of .NET 11, in .NET 10 a preview, whose process has DOTNET_RuntimeAsync=1."),
    [.. twin.StandsFor])
{
#if NET11_0_OR_GREATER
    private const string? Missing = null;

    private const string? s_knownFailure = null;
#elif NET10_0_OR_GREATER
    private const string? Missing = null;

    private static readonly string? s_knownFailure = RuntimeFeature.IsDynamicCodeSupported
        ? null
        : "NativeAOT of .NET 10 doesn't compile runtime-async: the first call of such a method is an InvalidProgramException.";
#else
    private const string Missing = "This runtime has no runtime-async: .NET has it from 10 on.";

    private const string? s_knownFailure = null;
#endif

    private static readonly Dictionary<string, string> s_environment = new() { ["DOTNET_RuntimeAsync"] = "1" };

    /// <summary>Methods that return tasks.</summary>
    public static Row OfTask { get; } = new RuntimeAsyncLibrary(
        new TaskLibrary(),
        static () => (Row)Activator.CreateInstance(
            Type.GetType("AsyncBenchmarks.Libraries.TaskLibrary, AsyncBenchmarks.RuntimeAsync", throwOnError: true)!)!)
    {
        Environment = s_environment,
    };

    /// <summary>Methods that return ValueTasks.</summary>
    public static Row OfValueTask { get; } = new RuntimeAsyncLibrary(
        new ValueTaskLibrary(),
        static () => (Row)Activator.CreateInstance(
            Type.GetType("AsyncBenchmarks.Libraries.ValueTaskLibrary, AsyncBenchmarks.RuntimeAsync", throwOnError: true)!)!)
    {
        Environment = s_environment,
    };

    private static Availability NoDifference =>
        Availability.No("Continuation methods are no async methods: the row is the one without runtime-async.");

    public override Availability AsyncAwait(bool pending) => Ask(row => row.AsyncAwait(pending));
    public override Availability ContinueWith(bool pending) => Ask(_ => NoDifference);
    public override Availability Yield(YieldCategory category) => Ask(row => row.Yield(category));
    public override Availability WhenAll(int inputs) => Ask(row => row.WhenAll(inputs));
    public override Availability WhenAny(int inputs) => Ask(row => row.WhenAny(inputs));
    public override Availability WaitAsync(WaitLimit limit) => Ask(row => row.WaitAsync(limit));
    public override Availability Rounds(RoundsWork work) => Ask(row => work.IsChain ? NoDifference : row.Rounds(work));
    public override Availability Operations(OperationsWork work) => Ask(row => row.Operations(work));

    private Availability Ask(Func<Row, Availability> question)
    {
        if (Library.NotFound is { } missing)
        {
            return Availability.No(missing);
        }

        Availability known = question(twin);
        return known.NotAvailable is null ? Availability.Of(() => question(real()).Create!()).KnownToFail(s_knownFailure) : known;
    }
}
