using System;
using System.Collections.Generic;
using System.Linq;
using AsyncBenchmarks.Libraries;
using AsyncBenchmarks.Scenarios;

namespace AsyncBenchmarks;

/// <summary>All there is to measure. What could not be had is in it too, with the reason.</summary>
public static class Catalog
{
    // The order of the tables, and of the rows in them: the references, the framework, ours, the others.
    private static readonly IReadOnlyList<Row> s_rows =
    [
        CallbackLibrary.Row,
        HandWrittenLibrary.Row,
        HandWrittenAsyncLibrary.Row,
        HandWrittenValueTaskLibrary.Row,
        TaskLibrary.Row,
        ValueTaskLibrary.Row,
        ValueTaskPoolingLibrary.Row,
        RuntimeAsyncLibrary.TaskRow,
        RuntimeAsyncLibrary.ValueTaskRow,
        PooledAwaitLibrary.Row,
        PooledAwaitAttributeLibrary.Row,
        PooledAwaitOriginalLibrary.Row,
        ProtoPromiseLibrary.Row,
        ProtoPromiseLibrary.NoPoolRow,
        ProtoPromiseLibrary.FlowRow,
        UniTaskLibrary.Row,
        UnityFxAsyncLibrary.Row,
        RsgPromiseLibrary.Row,
    ];

    private static readonly IReadOnlyList<ScenarioTable> s_tables =
    [
        new AsyncAwaitTable(),
        new ContinueWithTable(),
        new YieldTable(),
        new WhenAllTable(),
        new WhenAnyTable(),
        new WaitAsyncTable(),
        .. RoundsTables.All,
        .. OperationsTables.All,
    ];

    /// <summary>The scenarios, in the order of their tables.</summary>
    public static IReadOnlyList<Scenario> Scenarios { get; } = [.. s_tables.Select(table => table.Scenario)];

    /// <summary>The libraries, in the order of their rows, the missing ones too.</summary>
    public static IReadOnlyList<Library> Libraries { get; } = [.. s_rows.Select(row => row.Library).Distinct()];

    /// <summary>Every cell of every table in the tables' order, those without work too.</summary>
    public static IReadOnlyList<Case> Cases { get; } = [.. s_tables.SelectMany(table => table.Cases(s_rows))];

    /// <summary>The case with that <see cref="Case.Id"/>; null if there is none.</summary>
    /// <param name="id">A case's name.</param>
    public static Case? Find(string id) => Cases.FirstOrDefault(candidate => string.Equals(candidate.Id, id, StringComparison.Ordinal));
}
