using AsyncBenchmarks.Conditions;
using AsyncBenchmarks.Racing;
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
    private readonly IReadOnlyList<Runtime> _runtimes;
    private readonly Dictionary<(string Runtime, string Case), CaseResult> _known;
    private RunResults _results;

    /// <param name="folder">Where to write.</param>
    /// <param name="results">The results so far: no cases at first, the finished ones in a resumed run.</param>
    /// <param name="cases">All cases of the run, also those that have nothing to measure.</param>
    /// <param name="runtimes">Their runtimes.</param>
    public RunRecorder(ResultFolder folder, RunResults results, IReadOnlyList<Case> cases, IReadOnlyList<Runtime> runtimes)
    {
        _folder = folder;
        _cases = cases;
        _runtimes = runtimes;
        _results = results;

        // A runtime that was missing may be there now; one that was there would give the same reasons.
        HashSet<string> missing = [.. results.Runtimes.Where(runtime => runtime.NotFound is not null).Select(runtime => runtime.Id)];
        _known = results.Cases
            .Where(row => row.Outcome is CaseOutcome.Measured or CaseOutcome.KnownFailure
                || (row.Outcome == CaseOutcome.NotAvailable && !missing.Contains(row.Runtime)))
            .ToDictionary(row => (row.Runtime, row.Case));
        Save();
    }

    /// <summary>The results so far.</summary>
    public RunResults Results => _results;

    /// <summary>Whether a case needs no process any more.</summary>
    public bool IsFinished(Runtime runtime, string caseId) => _known.ContainsKey((runtime.Id, caseId));

    /// <summary>Whether a case has numbers.</summary>
    public bool IsMeasured(Runtime runtime, string caseId) => _known.GetValueOrDefault((runtime.Id, caseId))?.Measurement is not null;

    /// <summary>Whether a case has numbers but neither a ratio nor the reason why it has none.</summary>
    public bool LacksRatio(Runtime runtime, string caseId) =>
        _known.GetValueOrDefault((runtime.Id, caseId)) is { Measurement: not null, Ratio: null, NoRatio: null };

    /// <summary>Whether measured cases of a runtime have still to race.</summary>
    public bool LacksRatios(Runtime runtime) => _results.Kind != RunKind.Smoke && _cases
        .Where(each => !each.RunsOnce && IsMeasured(runtime, each.Id))
        .GroupBy(each => each.Title)
        .Any(group => group.Count() > 1 && group.Any(each => LacksRatio(runtime, each.Id)));

    /// <summary>A runtime that nothing can run on: not there, or its programs don't build.</summary>
    /// <param name="runtime">The runtime.</param>
    /// <param name="reason">Why.</param>
    /// <param name="outcome">Whether that is a failure of the run.</param>
    public void Add(Runtime runtime, string reason, CaseOutcome outcome)
    {
        foreach (Case each in _cases.Where(each => !IsFinished(runtime, each.Id)))
        {
            // A library's own limit is a better reason than a missing runtime.
            _known[(runtime.Id, each.Id)] = Row(each, runtime, each.Availability.Create is null ? CaseOutcome.NotAvailable : outcome)
                with { Reason = each.Availability.NotAvailable ?? reason };
        }

        Update(runtime, info => info with { NotFound = reason });
        Save();
    }

    /// <summary>Adds a runtime's own catalog, with the cases that can't be measured there.</summary>
    public void Add(Runtime runtime, IReadOnlyList<CaseProcess> there)
    {
        Update(runtime, info => info with { NotFound = null });
        foreach (CaseProcess each in there.Where(each => !IsFinished(runtime, each.Id) && each.Shape.NotAvailable is not null))
        {
            _known[(runtime.Id, each.Id)] = Row(each.Case, runtime, CaseOutcome.NotAvailable) with { Reason = each.Shape.NotAvailable };
        }

        Save();
    }

    /// <summary>Adds what became of a case.</summary>
    public CaseResult Add(Runtime runtime, CaseProcess measured, Measurement? measurement, string? failure, CaseWatch? watch)
    {
        (CaseOutcome outcome, string? reason) = failure is null ? (CaseOutcome.Measured, null) : measured.Explain(failure);
        CaseResult row = Row(measured.Case, runtime, outcome) with
        {
            Reason = reason,
            Measurement = failure is null ? measurement : null,
            Started = watch?.Started,
            Conditions = watch?.End(),
        };
        _known[(runtime.Id, measured.Id)] = row;
        Save();
        return row;
    }

    /// <summary>Adds the ratios of cases that raced.</summary>
    public void Add(Runtime runtime, RaceResult race, RaceSettings settings)
    {
        // Two lanes have the reference's case: its second one only shows the race's own error.
        RaceRow reference = race.Rows[0];
        foreach (RaceRow row in race.Rows.Where(row => row == reference || row.Case != reference.Case))
        {
            bool isThere = row.Outcome == CaseOutcome.Measured && reference.Outcome == CaseOutcome.Measured;
            _known[(runtime.Id, row.Case)] = _known[(runtime.Id, row.Case)] with
            {
                Ratio = !isThere ? null : row == reference ? new RatioEstimate(1, 1, 1) : row.Ratio,
                Again = row == reference ? race.Again : null,
                Reference = isThere ? reference.Name : null,
                NoRatio = isThere ? null : row.Reason ?? $"{reference.Name} failed: {reference.Reason}",
            };
        }

        _results = _results with { Race = settings };
        Save();
    }

    /// <summary>A runtime has described itself.</summary>
    public void Describe(Runtime runtime, string description) => Update(runtime, info => info with { Description = description });

    /// <summary>The run's last word, or one of several of a run that is resumed.</summary>
    public void End(MachineState after)
    {
        _results = _results with { Sessions = [.. _results.Sessions.SkipLast(1), _results.Sessions[^1] with { After = after }] };
        Save();
    }

    private void Update(Runtime runtime, Func<RuntimeInfo, RuntimeInfo> change) => _results = _results with
    {
        Runtimes = [.. _results.Runtimes.Select(info => info.Id == runtime.Id ? change(info) : info)],
    };

    private void Save()
    {
        // Table by table, and in each of them runtime by runtime.
        CaseResult[] rows =
        [
            .. _cases
                .GroupBy(each => each.Scenario)
                .SelectMany(table => _runtimes.SelectMany(runtime => table.Select(each => _known.GetValueOrDefault((runtime.Id, each.Id)))))
                .OfType<CaseResult>(),
        ];
        _results = _results with
        {
            Cases = rows,
            Complete = rows.Length == _cases.Count * _runtimes.Count && !_runtimes.Any(LacksRatios),
            Warnings = QuietnessWarnings.Of(_results.Sessions, [.. rows.Select(row => row.Conditions).OfType<CaseConditions>()]),
        };
        _folder.Write(ResultSource.RunFile, ResultFile.Write(_results));
        _folder.Write(RunPage.MarkdownFile, MarkdownReport.Write(RunPage.Create(_results)));
    }

    private static CaseResult Row(Case of, Runtime runtime, CaseOutcome outcome) => new()
    {
        Case = of.Id,
        Scenario = of.Scenario,
        Row = of.Row,
        Library = of.Library,
        Runtime = runtime.Id,
        Parameters = of.Parameters,
        Environment = of.Environment,
        IsBaseline = of.IsBaseline,
        Outcome = outcome,
    };
}
