namespace AsyncBenchmarks.Measuring;

/// <summary>
/// Keeps what is known of a run's cases and writes all of it to the run's folder whenever a group is finished: nothing that was measured
/// is lost, however the run ends.
/// </summary>
internal sealed class RunRecorder
{
    private readonly ResultFolder _folder;
    private readonly RunRequest _request;
    private readonly Dictionary<(string Runtime, string Case), CaseResult> _known;

    /// <param name="results">The results so far: no cases at first, the finished ones in a resumed run.</param>
    public RunRecorder(ResultFolder folder, RunResults results, RunRequest request)
    {
        _folder = folder;
        _request = request;
        Results = results;

        // What was not available is asked again, and what has failed is tried again.
        _known = results.Cases
            .Where(row => row.Outcome is CaseOutcome.Measured or CaseOutcome.KnownFailure)
            .ToDictionary(row => (row.Runtime, row.Case));
        Save();
    }

    public RunResults Results { get; private set; }

    /// <summary>Whether a case needs no process any more.</summary>
    public bool IsFinished(Runtime runtime, Case of) => _known.ContainsKey((runtime.Id, of.Id));

    /// <summary>A runtime that nothing can run on: not there, or its programs don't build.</summary>
    /// <param name="outcome">Whether that is a failure of the run.</param>
    public void Add(Runtime runtime, string reason, CaseOutcome outcome)
    {
        foreach (Case each in _request.CasesOn(runtime).Where(each => !IsFinished(runtime, each)))
        {
            // A library's own limit is a better reason than a missing runtime.
            Keep(each.Availability.NotAvailable is { } own
                ? RaceSummary.Row(each, runtime.Id, CaseOutcome.NotAvailable, own)
                : RaceSummary.Row(each, runtime.Id, outcome, reason));
        }

        Update(runtime, info => info with { NotFound = reason });
        Save();
    }

    /// <summary>Adds a runtime's own catalog, with the cases that can't be measured there.</summary>
    public void Add(Runtime runtime, IReadOnlyList<CaseProcess> there)
    {
        Update(runtime, info => info with { NotFound = null });
        foreach (CaseProcess each in there.Where(each => each.NotAvailable is not null && !IsFinished(runtime, each.Case)))
        {
            CaseOutcome outcome = each.Shape.NotAvailable is null ? CaseOutcome.Failed : CaseOutcome.NotAvailable;
            Keep(RaceSummary.Row(each.Case, runtime.Id, outcome, each.NotAvailable));
        }

        Save();
    }

    /// <param name="description">The runtime's description of itself; null when no process got so far.</param>
    public void Add(Runtime runtime, IReadOnlyList<CaseResult> rows, string? description)
    {
        foreach (CaseResult row in rows)
        {
            Keep(row);
        }

        Update(runtime, info => info with { Description = description ?? info.Description });
        Save();
    }

    /// <summary>The run's last word, or one of several of a run that is resumed.</summary>
    public void End(MachineState after)
    {
        Results = Results with { Sessions = [.. Results.Sessions.SkipLast(1), Results.Sessions[^1] with { After = after }] };
        Save();
    }

    private void Keep(CaseResult row) => _known[(row.Runtime, row.Case)] = row;

    private void Update(Runtime runtime, Func<RuntimeInfo, RuntimeInfo> change) => Results = Results with
    {
        Runtimes = [.. Results.Runtimes.Select(info => info.Id == runtime.Id ? change(info) : info)],
    };

    private void Save()
    {
        // Table by table, and in each of them runtime by runtime.
        CaseResult[] rows =
        [
            .. _request.Cases
                .GroupBy(each => each.Scenario)
                .SelectMany(table => _request.Runtimes.SelectMany(runtime =>
                    table.Select(each => _known.GetValueOrDefault((runtime.Id, each.Id)))))
                .OfType<CaseResult>(),
        ];
        Results = Results with
        {
            Cases = rows,
            Complete = rows.Length == _request.Runtimes.Sum(runtime => _request.CasesOn(runtime).Count),
            Warnings = QuietnessWarnings.Of(Results.Sessions, rows),
        };
        _folder.Write(ResultFile.Name, ResultFile.Write(Results));
        _folder.Write(RunPage.MarkdownFile, MarkdownReport.Write(RunPage.Create(Results)));
    }
}
