using PooledAwait;

namespace AsyncBenchmarks.Libraries;

/// <summary>
/// The bodies of other rows once more, from an assembly that is compiled in another way: with the property PooledAwaitMethods, or
/// for runtime-async, on .NET 11 by the compiler that comes with it. They are looked at only when work is made: on .NET 10 a process
/// without DOTNET_RuntimeAsync=1 can't even load the types that are compiled for it.
/// </summary>
/// <param name="twin">The row with the same bodies, compiled as usual: where it has work, this one has.</param>
internal sealed class RecompiledLibrary(Library library, Row twin, Func<Row> real) : Row(library, [.. twin.StandsFor])
{
#if NET11_0_OR_GREATER
    private const string? Missing = null;

    private const string? RuntimeAsyncFailure = null;
#elif NET10_0_OR_GREATER
    private const string? Missing = null;

    private static string? RuntimeAsyncFailure => RuntimeFeature.IsDynamicCodeSupported
        ? null
        : "NativeAOT of .NET 10 doesn't compile runtime-async: the first call of such a method throws InvalidProgramException.";
#else
    private const string Missing = "This runtime has no runtime-async: .NET has it from 10 on.";

    private const string? RuntimeAsyncFailure = null;
#endif

    private static readonly Func<Row> s_runtimeAsyncOfTask = static () => (Row)Activator.CreateInstance(
        Type.GetType("AsyncBenchmarks.Libraries.TaskLibrary, AsyncBenchmarks.RuntimeAsync", throwOnError: true)!)!;

    public static Row RuntimeAsyncOfTask { get; } = ForRuntimeAsync(new TaskLibrary(), s_runtimeAsyncOfTask);

    public static Row RuntimeAsyncOfValueTask { get; } = ForRuntimeAsync(
        new ValueTaskLibrary(),
        static () => (Row)Activator.CreateInstance(
            Type.GetType("AsyncBenchmarks.Libraries.ValueTaskLibrary, AsyncBenchmarks.RuntimeAsync", throwOnError: true)!)!);

    public static Row AwaitedOfTask { get; } = WithProperty(
        "PooledAwait-Awaited-Task",
        new TaskLibrary(),
        static () => (Row)Activator.CreateInstance(
            Type.GetType("AsyncBenchmarks.Libraries.TaskLibrary, AsyncBenchmarks.Property", throwOnError: true)!)!);

    public static Row AwaitedOfValueTask { get; } = WithProperty(
        "PooledAwait-Awaited-ValueTask",
        new ValueTaskLibrary(),
        static () => (Row)Activator.CreateInstance(
            Type.GetType("AsyncBenchmarks.Libraries.ValueTaskLibrary, AsyncBenchmarks.Property", throwOnError: true)!)!);

    private string? KnownFailure { get; init; }

    private static Availability NoDifference =>
        Availability.No("Continuation methods aren't async methods, so the row that is compiled as usual has the figures.");

#if NET
    /// <summary>Makes an async method that is compiled for runtime-async.</summary>
    public static IBorderMethod RuntimeAsyncMethod() => (IBorderMethod)s_runtimeAsyncOfTask();
#endif

    public override Availability AsyncAwait(bool pending) => Ask(row => row.AsyncAwait(pending));
    public override Availability ContinueWith(bool pending) => Ask(_ => NoDifference);
    public override Availability Yield(YieldCategory category) => Ask(row => row.Yield(category));
    public override Availability WhenAll(int inputs) => Ask(row => row.WhenAll(inputs));
    public override Availability WhenAny(int inputs) => Ask(row => row.WhenAny(inputs));
    public override Availability WaitAsync(WaitLimit limit) => Ask(row => row.WaitAsync(limit));
    public override Availability Rounds(RoundsWork work) => Ask(row => work.IsChain ? NoDifference : row.Rounds(work));
#if NET
    // Its methods await those of another assembly, which the property leaves as they are.
    public override Availability? Border(Crossing crossing) => Environment.Count > 0 ? Ask(row => row.Border(crossing)!) : null;
#endif

    public override Availability Operations(OperationsWork work) => Ask(row => row.Operations(work));

    private static RecompiledLibrary ForRuntimeAsync(Row twin, Func<Row> real) => new(
        Library.OfRuntime(
            twin.Name + "-RuntimeAsync",
            Missing,
            "Compiled with the feature runtime-async: part of .NET 11, in .NET 10 a preview, whose process has DOTNET_RuntimeAsync=1."),
        twin,
        real)
    {
        Environment = new Dictionary<string, string> { ["DOTNET_RuntimeAsync"] = "1" },
        KnownFailure = RuntimeAsyncFailure,
    };

    private static RecompiledLibrary WithProperty(string name, Row twin, Func<Row> real) => new(
        Library.OfRepository(
            typeof(PooledValueTask),
            name,
            $"The row {twin.Name}, not edited, in a project with <PooledAwaitMethods>Awaited</PooledAwaitMethods>."),
        twin,
        real);

    private Availability Ask(Func<Row, Availability> question)
    {
        if (Library.NotFound is { } missing)
        {
            return Availability.No(missing);
        }

        Availability known = question(twin);
        return known.NotAvailable is null
            ? Availability.Of(() => question(real()).Create!()).KnownToFail(KnownFailure)
            : known;
    }
}
