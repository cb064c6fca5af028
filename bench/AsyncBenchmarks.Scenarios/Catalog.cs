using AsyncBenchmarks.Libraries;
using AsyncBenchmarks.Scenarios;

namespace AsyncBenchmarks;

/// <summary>All cases. Those of a library that was not found are in it too, with the reason.</summary>
internal static class Catalog
{
    // The order of the rows in the tables: the reference, the framework, ours, the others.
    private static readonly Row[] s_rows =
    [
        new CallbackLibrary(),
        new TaskLibrary(),
        new ValueTaskLibrary(),
        new ValueTaskPoolingLibrary(),
        RecompiledLibrary.RuntimeAsyncOfTask,
        RecompiledLibrary.RuntimeAsyncOfValueTask,
        new PooledAwaitLibrary { IsBaseline = true },
        new PooledAwaitNoFlowLibrary { Environment = new Dictionary<string, string> { [NativeSwitch.WithoutFlow] = "1" } },
        PooledAwaitLibrary.WithoutThrowing,
        new PooledAwaitAttributeLibrary(),
        new PooledAwaitTaskLibrary(),
        RecompiledLibrary.AwaitedOfTask,
        RecompiledLibrary.AwaitedOfValueTask,
        new PooledAwaitOriginalLibrary(),
        ProtoPromiseLibrary.Default,
        ProtoPromiseLibrary.NoPool,
        ProtoPromiseLibrary.Flow,
        ProtoPromiseLibrary.WithoutThrowing,
        new UniTaskLibrary(),
        UniTaskLibrary.WithoutThrowing,
        new UnityFxAsyncLibrary(),
        new RsgPromiseLibrary(),
        new DotNextLibrary(),
        new NitoLibrary(),
        new VisualStudioThreadingLibrary(),
        NpgsqlLibrary.AsItIs,
        NpgsqlLibrary.Awaited,
        NpgsqlLibrary.WithBoth,
        ServiceLibrary.Plain,
        ServiceLibrary.Awaited,
        ServiceLibrary.WithAssemblies,
        ServiceLibrary.RuntimeAsync,
    ];

    // Made when they are asked for: every process of a race needs the cases of one scenario.
    private static readonly Dictionary<string, Lazy<Case[]>> s_cases = Tables.All.ToDictionary(
        table => table.Scenario.Name, table => new Lazy<Case[]>(() => [.. table.Cases(s_rows)]));

    public static IReadOnlyList<Scenario> Scenarios { get; } = [.. Tables.All.Select(table => table.Scenario)];

    /// <summary>The libraries, in the order of their rows, the missing ones too.</summary>
    public static IReadOnlyList<Library> Libraries => [.. s_rows.Select(row => row.Library).Distinct()];

    /// <summary>Every cell of every table in the tables' order, those without work too.</summary>
    public static IReadOnlyList<Case> Cases => field ??= [.. Scenarios.SelectMany(scenario => s_cases[scenario.Name].Value)];

    /// <summary>The case with that <see cref="Case.Id"/>; null if there is none.</summary>
    public static Case? Find(string id) => s_cases.TryGetValue(id.Split('/')[0], out Lazy<Case[]>? cases)
        ? cases.Value.FirstOrDefault(candidate => string.Equals(candidate.Id, id, StringComparison.Ordinal))
        : null;
}
