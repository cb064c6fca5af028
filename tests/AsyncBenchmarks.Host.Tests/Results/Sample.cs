using System;
using System.Collections.Generic;
using AsyncBenchmarks.Results;

namespace AsyncBenchmarks.Host.Tests.Results;

/// <summary>A small run with a row of every outcome.</summary>
internal static class Sample
{
    public static CaseResult Row(string row, bool isBaseline, Measurement? measurement, string? reason = null) => new()
    {
        Case = "Yield/" + row + "/Category=Task<T>",
        Scenario = "Yield",
        Row = row,
        Library = row,
        Runtime = "net10.0",
        Parameters = [KeyValuePair.Create("Category", "Task<T>")],
        IsBaseline = isBaseline,
        Outcome = measurement is not null ? CaseOutcome.Measured : CaseOutcome.Failed,
        Measurement = measurement,
        Reason = reason,
    };

    public static Measurement Measured(double mean) => new()
    {
        Mean = mean,
        Error = 0.5,
        Gen0 = 0.0123,
        Gen1 = 0,
        Gen2 = 0,
        Allocated = 112,
        Survived = null,
    };

    public static MergedResults Merged(params RunResults[] runs) => new()
    {
        Machines = [new MachineResults { Name = "A machine", Runs = runs, Races = [] }],
    };

    public static ResultSource Source(string path, string machine) => new ResultSource(path, Merged(Run())).Named(machine);

    public static RunResults Run() => new()
    {
        Origin = new Origin
        {
            Command = "run --quick",
            Started = new DateTimeOffset(2026, 1, 2, 3, 4, 5, TimeSpan.Zero),
            Commit = "0123456789ab",
            Machine = new MachineInfo("A processor", 2, 8L << 30, "An OS", "x64"),
            Libraries = [new LibraryInfo("Ours", "Our.Package", "1.0", null, ["a | note"]),
                new LibraryInfo("Gone", "Gone", null, "NU1101", [])],
        },
        Kind = RunKind.Quick,
        Complete = true,
        Runtimes = [new RuntimeInfo("net10.0", ".NET 10", ".NET 10.0.1")],
        Scenarios = [new ScenarioInfo("Yield", "Two yields", ["Under the table."])],
        Race = new RaceSettings(2, 30, 12),
        Cases =
        [
            Row("Task", true, Measured(200)) with { Ratio = new RatioEstimate(1, 1, 1), Reference = "Task" },
            Row("Ours", false, Measured(100)) with { Ratio = new RatioEstimate(0.5, 0.45, 0.55), Reference = "Task" },
            Row("Gone", false, null, "NU1101") with { Outcome = CaseOutcome.NotAvailable },
            Row("Dead", false, null, "Stack overflow, \"quoted\""),
        ],
    };
}
