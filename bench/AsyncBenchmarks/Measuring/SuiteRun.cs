namespace AsyncBenchmarks.Measuring;

/// <param name="Cases">The cases, also those that nothing can be measured of.</param>
/// <param name="IsReference">Whether others are compared with a case.</param>
/// <param name="Publish">The name of the machine under which the results are published; null where they are not.</param>
internal sealed record RunRequest(
    RunKind Kind,
    IReadOnlyList<Case> Cases,
    IReadOnlyList<Runtime> Runtimes,
    RaceOptions Options,
    Func<Case, bool> IsReference,
    string? Publish = null)
{
    /// <summary>Whether a case is wanted on a runtime; null where each is on each.</summary>
    public Func<Runtime, Case, bool>? IsWanted { get; init; }

    public IReadOnlyList<Case> CasesOn(Runtime runtime) => [.. Cases.Where(each => IsWanted?.Invoke(runtime, each) != false)];

    /// <summary>The groups that have still to be measured, of cases as they are on a runtime.</summary>
    public IReadOnlyList<RaceGroup> Waiting(Runtime runtime, IEnumerable<CaseProcess> there, RunRecorder recorder) =>
    [
        .. RaceGroup.Create(there, IsReference, hasAgain: Kind != RunKind.Smoke)
            .Where(group => group.Competitors.Any(each => !recorder.IsFinished(runtime, each.Case))),
    ];
}

/// <summary>Measures cases on runtimes, one runtime after another, group by group. A failure of one of them stops no other.</summary>
internal sealed class SuiteRun(RunRequest request, RunRecorder recorder, RunDisplay display)
{
    /// <summary>Measures what the recorder doesn't know yet; throws <see cref="OperationCanceledException"/> when it is stopped.</summary>
    public async Task RunAsync(CancellationToken cancellationToken)
    {
        foreach (Runtime runtime in request.Runtimes)
        {
            try
            {
                await RunAsync(runtime, cancellationToken);
            }
            catch (BuildException exception)
            {
                // A package that the feeds lack isn't a failure; code that does not compile is one.
                Skip(runtime, exception.Message, exception.IsPackageMissing ? CaseOutcome.NotAvailable : CaseOutcome.Failed);
            }
            catch (InvalidDataException exception)
            {
                Skip(runtime, exception.Message, CaseOutcome.Failed);
            }
        }
    }

    private async Task RunAsync(Runtime runtime, CancellationToken cancellationToken)
    {
        if (request.CasesOn(runtime).All(each => recorder.IsFinished(runtime, each)))
        {
            return;
        }

        if (runtime.Missing is { } missing)
        {
            Skip(runtime, missing, CaseOutcome.NotAvailable);
            return;
        }

        display.Building(runtime);
        ProgramCommand runner = await runtime.BuildRunnerAsync(cancellationToken);
        IReadOnlyList<CaseProcess> there =
            await RuntimeCatalog.AskAsync(runtime, runner, request.CasesOn(runtime), cancellationToken);
        recorder.Add(runtime, there);
        IReadOnlyList<RaceGroup> groups = request.Waiting(runtime, there, recorder);
        for (int i = 0; i < groups.Count; i++)
        {
            Race race = new(runner, request.Options, display.Begin(runtime, groups[i], i + 1, groups.Count));
            IReadOnlyList<CaseResult> rows = RaceSummary.Of(runtime.Id, await race.RunAsync(groups[i].Competitors, cancellationToken));
            recorder.Add(runtime, rows, race.Runtime);
            display.Finished(runtime, groups[i], rows);
        }
    }

    private void Skip(Runtime runtime, string reason, CaseOutcome outcome)
    {
        recorder.Add(runtime, reason, outcome);
        display.Skipped(runtime, reason);
    }
}

/// <summary>The part of the catalog that a runtime supports: a library, or a part of the framework, may be missing there.</summary>
internal static class RuntimeCatalog
{
    /// <exception cref="InvalidDataException">It could not tell; the message says what it said instead.</exception>
    public static async Task<IReadOnlyList<CaseProcess>> AskAsync(
        Runtime runtime, ProgramCommand program, IReadOnlyList<Case> cases, CancellationToken cancellationToken)
    {
        ProgramCommand command = program with { Arguments = [.. program.Arguments, RunnerProtocol.Catalog] };

        // Some work can't even be made without what its own process will have.
        Dictionary<string, string> environment = Catalog.Cases
            .SelectMany(each => each.Environment)
            .GroupBy(variable => variable.Key)
            .ToDictionary(values => values.Key, values => values.First().Value);
        (int exitCode, string output, string lastWords) =
            await ChildProcess.RunAsync(command.ToCaseStartInfo(environment), cancellationToken);
        Dictionary<string, CatalogLine> lines =
            output.Split(['\r', '\n']).Select(CatalogLine.Parse).OfType<CatalogLine>().ToDictionary(line => line.CaseId);
        if (exitCode != 0 || lines.Count == 0)
        {
            await ChildProcess.RuleOutInterruptionAsync(cancellationToken);
            throw new InvalidDataException($"The suite's runner does not run on {runtime.Name}: {CauseOfDeath.Find(lastWords)}");
        }

        return
        [
            .. cases.Select(each => new CaseProcess(each, lines.GetValueOrDefault(each.Id, CaseProcess.Expected(each).Shape with
            {
                NotAvailable = each.Availability.NotAvailable ?? $"{each.Row} is not built for {runtime.Name}.",
            }))),
        ];
    }
}
