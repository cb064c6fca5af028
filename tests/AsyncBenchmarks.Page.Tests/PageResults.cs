using System.Collections.Generic;
using System.Linq;
using AsyncBenchmarks.Host.Tests.Results;
using AsyncBenchmarks.Results;

namespace AsyncBenchmarks.Page.Tests;

/// <summary>Results with all that a page can have: two machines, two runtimes, a race, many rows, every outcome, odd names.</summary>
internal static class PageResults
{
    /// <summary>What would run as a script if it were not told from the page's own words.</summary>
    public const string OddName = "</script><img src=x onerror=alert(1)>";

    public const string Reason = "Mono isn't installed: apt-get install <mono-devel>";

    public static MergedResults Create()
    {
        ResultSource published = ResultSource.Read(Published.Folder);
        MachineResults machine = published.Results.Machines[0];
        RunResults run = machine.Runs[0];
        RunResults extended = run with
        {
            Runtimes = [.. run.Runtimes, new RuntimeInfo("mono", "Mono", "Mono 6.8")],
            Scenarios = [.. run.Scenarios, new ScenarioInfo("Chains", "Chains of pending operations.", ["A note."])],
            Cases = [.. run.Cases, .. run.Cases.Where(row => row.Scenario == "Yield").Select(Missing), .. Deep()],
            Warnings = ["The machine was not quiet."],
        };
        MachineResults first = machine with { Runs = [extended] };
        MachineResults second = machine with { Name = "Another machine", Runs = [run], Races = [] };
        return new MergedResults { Machines = [first, second] };
    }

    private static CaseResult Missing(CaseResult row) => row with
    {
        Runtime = "mono",
        Outcome = CaseOutcome.NotAvailable,
        Reason = Reason,
        Measurement = null,
    };

    // More rows than a chart is comfortable with, over five powers of ten.
    private static IEnumerable<CaseResult> Deep() =>
        from number in Enumerable.Range(1, 14)
        from n in new[] { "100", "10,000" }
        let name = number == 14 ? OddName : number == 1 ? "PooledAwait" : $"Library with a long name {number}"
        let scale = n == "100" ? 1 : 100
        select new CaseResult
        {
            Case = $"Chains/{name}/N={n}",
            Scenario = "Chains",
            Row = name,
            Library = name,
            Runtime = "net10.0",
            Parameters = [KeyValuePair.Create("N", n)],
            IsBaseline = number == 1,
            Reference = "PooledAwait",
            Ratio = number == 7 ? null : new RatioEstimate(number / 3.0, number / 4.0, number / 2.0),
            Outcome = number == 7 ? CaseOutcome.KnownFailure : CaseOutcome.Measured,
            Reason = number == 7 ? "Stack overflow" : null,
            Measurement = number == 7 ? null : Sample.Measured(number * number * scale * 9.7) with
            {
                Allocated = number == 3 ? null : (number - 1) * scale * 24,
                Survived = number * 8,
                Figures = [new FigureResult("Per link", number, FigureResultUnit.Nanoseconds)],
            },
        };
}
