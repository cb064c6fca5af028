namespace AsyncBenchmarks.Host.Tests.Results;

/// <summary>A small run with a row of every outcome.</summary>
internal static class Sample
{
    public static CaseResult Row(string row, Measurement? measurement, string? reason = null) => new()
    {
        Scenario = "Yield",
        Row = row,
        Runtime = "net10.0",
        Parameters = new() { ["Category"] = "Task<T>" },
        Outcome = measurement is not null ? CaseOutcome.Measured : CaseOutcome.Failed,
        Measurement = measurement,
        Reason = reason,
    };

    public static CaseResult Raced(string row, double ratio, double width = 0.1) => Row(row, Measured(200 * ratio)) with
    {
        Ratio = row == "Task" ? new RatioEstimate(1, 1, 1) : new RatioEstimate(ratio, ratio * (1 - width), ratio * (1 + width)),
        Reference = "Task",
    };

    public static Measurement Measured(double median) => new() { Median = median, Launches = 7, Gen0 = 0.0123, Allocated = 112 };

    public static RunResults Run() => new()
    {
        Origin = new Origin
        {
            Command = "run --quick",
            Started = new DateTimeOffset(2026, 1, 2, 3, 4, 5, TimeSpan.Zero),
            Commit = "0123456789ab",
            Machine = new MachineInfo("A processor", 2, 8L << 30, "An OS", "x64") { Caches = "L2 512K" },
            Libraries = [new Library("Ours", "PooledAwait.Net", "1.0", null, ["a | note"]),
                new Library("Task", null, "1", null, []),
                new Library("Gone", "Gone", null, "NU1101", [])],
        },
        Kind = RunKind.Quick,
        Complete = true,
        Runtimes = [new RuntimeInfo("net10.0", ".NET 10", ".NET 10.0.1")],
        Scenarios = [new ScenarioInfo("Yield", "Two yields", ["Under the table."])],
        Race = new RaceSettings(2, 2, 30, 12),
        Cases =
        [
            Raced("Task", 1),
            Raced("Ours", 0.5),
            Row("Gone", null, "NU1101") with { Outcome = CaseOutcome.NotAvailable },
            Row("Dead", null, "Stack overflow, \"quoted\""),
        ],
    };
}
