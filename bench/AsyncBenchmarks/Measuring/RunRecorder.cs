using System.Collections.Generic;
using System.Linq;
using AsyncBenchmarks.Reports;
using AsyncBenchmarks.Results;
using AsyncBenchmarks.Runtimes;

namespace AsyncBenchmarks.Measuring;

/// <summary>
/// Keeps what is known of a run's cases and writes all of it to the run's folder whenever a case is finished: nothing
/// that was measured is lost, however the run ends.
/// </summary>
internal sealed class RunRecorder
{
    private readonly ResultFolder _folder;
    private readonly IReadOnlyList<Case> _cases;
    private readonly Runtime _runtime;
    private readonly Dictionary<string, CaseResult> _known = [];
    private RunResults _results;

    /// <param name="folder">Where to write.</param>
    /// <param name="head">Everything but the cases.</param>
    /// <param name="cases">All cases of the run, also those that have nothing to measure.</param>
    /// <param name="runtime">What they run on.</param>
    public RunRecorder(ResultFolder folder, RunResults head, IReadOnlyList<Case> cases, Runtime runtime)
    {
        _folder = folder;
        _cases = cases;
        _runtime = runtime;
        _results = head;
        foreach (Case candidate in cases.Where(candidate => candidate.Offer.Create is null))
        {
            _known.Add(candidate.Id, Row(candidate, CaseOutcome.NotAvailable) with { Reason = candidate.Offer.NotAvailable });
        }

        Save();
    }

    /// <summary>What is known so far.</summary>
    public RunResults Results => _results;

    /// <summary>Adds what became of a case.</summary>
    public void Add(string caseId, Measurement? measurement, string? failure, string? runtimeDescription)
    {
        Case measured = _cases.First(candidate => candidate.Id == caseId);
        CaseOutcome outcome = measurement is null ? CaseOutcome.Failed : CaseOutcome.Measured;
        _known[caseId] = Row(measured, outcome) with { Measurement = measurement, Reason = failure };
        if (runtimeDescription is not null)
        {
            _results = _results with { Runtimes = [new RuntimeInfo(_runtime.Id, _runtime.Name, runtimeDescription)] };
        }

        Save();
    }

    private void Save()
    {
        CaseResult[] rows = [.. _cases.Select(candidate => _known.GetValueOrDefault(candidate.Id)).OfType<CaseResult>()];
        _results = _results with { Cases = Ratios.Fill(rows), Complete = rows.Length == _cases.Count };
        _folder.Write("results.json", ResultFile.Write(_results));
        _folder.Write("results.csv", CsvReport.Write(_results));
        _folder.Write("results.md", MarkdownReport.Write(RunPage.Create(_results)));
    }

    private CaseResult Row(Case of, CaseOutcome outcome) => new()
    {
        Case = of.Id,
        Scenario = of.Scenario,
        Row = of.Row,
        Library = of.Library,
        Runtime = _runtime.Id,
        Parameters = of.Parameters,
        IsBaseline = of.IsBaseline,
        Outcome = outcome,
    };
}
