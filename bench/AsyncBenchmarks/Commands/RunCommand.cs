using System.CommandLine.Parsing;

namespace AsyncBenchmarks.Commands;

/// <summary>
/// The commands <c>run</c>, which measures the chosen cases and prints their tables, and <c>publish</c>, which also writes them to where
/// the repository shows them.
/// </summary>
internal sealed class RunCommand(bool publishes)
{
    private const string BenchmarkDotNet = "bdn";

    private static readonly RaceOptions s_defaults = new();

    private readonly CaseSelection _selection = new();
    private readonly Option<string[]> _runtimes = Options.Runtime(publishes ? "those of the tables" : null);
    private readonly Option<string[]> _environment = Options.Environment();

    private readonly Option<bool> _quick = new("--quick")
    {
        Description = "Measure three scenarios, a few seconds per case: for a first look, not for quoting.",
    };

    private readonly Option<bool> _smoke = new("--smoke")
    {
        Description = "Run every case once to check that it works, and report how many passed.",
    };

    private readonly Option<string?> _job = new("--job")
    {
        Description = $"Measure with BenchmarkDotNet instead, and keep its report; the only job is {BenchmarkDotNet}.",
    };

    private readonly Option<string?> _reference = new("--reference", "-r")
    {
        Description = "The library or row to compare with; default: the baseline of the table.",
    };

    private readonly Option<int> _launches = new("--launches")
    {
        Description = $"How many times each process is started; default: until the intervals are narrow, up to {s_defaults.MostLaunches}.",
    };

    private readonly Option<int> _rounds = new("--rounds")
    {
        Description = $"Rounds per launch; in a round each process works for one slice; default: {s_defaults.Rounds}.",
    };

    private readonly Option<int> _slice = new("--slice")
    {
        Description = $"The length of a slice in milliseconds; default: {s_defaults.Slice.TotalMilliseconds}.",
    };

    private readonly Option<int> _warmUp = new("--warm-up")
    {
        Description = $"Milliseconds that a process warms up before its first round; default: {s_defaults.WarmUp.TotalMilliseconds}.",
    };

    private readonly Option<string?> _resume = new("--resume")
    {
        Description = "Continue a run that was stopped or had failures: the one in this folder; default: the latest. "
            + "Cases that are finished don't run again.",
        HelpName = "folder",
        Arity = ArgumentArity.ZeroOrOne,
    };

    private readonly Option<string?> _machine = new("--machine")
    {
        Description = "The name of this machine: the folder below results/<version>.",
    };

    public Command Create()
    {
        Command command = publishes
            ? new("publish", "Measure what the documents show, and write results/<version>/<machine> and the tables of the documents.")
            : new("run", "Measure cases and print tables. The processes take turns in short slices.") { Aliases = { "race" } };
        Option[] own = publishes ? [_machine] : [_quick, _smoke, _job, _reference];
        foreach (Option option in (Option[])
            [.. own, _runtimes, .. _selection.All, _launches, _rounds, _slice, _warmUp, _resume, _environment])
        {
            command.Add(option);
        }

        command.SetAction((arguments, cancellationToken) => RunAsync(arguments, new Terminal(), cancellationToken));
        return command;
    }

    private async Task<int> RunAsync(ParseResult arguments, Terminal terminal, CancellationToken cancellationToken)
    {
        if (arguments.GetResult(_resume) is not null)
        {
            return await ResumeAsync(arguments, terminal, cancellationToken);
        }

        RunRequest request = Request(arguments);
        RunResults head = await HeadAsync(arguments, request, cancellationToken);
        if (publishes)
        {
            Publication.RequireNoChanges(head.Origin);
        }

        ResultFolder folder = ResultFolder.Create(Repository.Results, head.Origin.Started);
        if (arguments.GetValue(_job) is { } job)
        {
            Options.Require(_job.Name, [job], [BenchmarkDotNet]);
            return await BenchmarkDotNetReport.WriteAsync(request, folder, cancellationToken);
        }

        return await RunAsync(terminal, request, folder, head, cancellationToken);
    }

    private async Task<int> ResumeAsync(ParseResult arguments, Terminal terminal, CancellationToken cancellationToken)
    {
        OptionResult? tooMuch = arguments.CommandResult.Children
            .OfType<OptionResult>()
            .FirstOrDefault(option => !option.Implicit && option.Option != _resume);
        if (tooMuch is not null)
        {
            throw new UsageException(
                $"{_resume.Name} continues a run with the options it was started with: leave out {tooMuch.Option.Name}.");
        }

        UnfinishedRun run = UnfinishedRun.Find(arguments.GetValue(_resume), mayBeComplete: publishes);
        ParseResult original = arguments.RootCommandResult.Command.Parse(run.Results.Origin.Arguments);
        if (original.Errors.Count > 0)
        {
            throw new UsageException(
                $"{_resume.Name}: this version does not understand the run's options: {original.Errors[0].Message}");
        }

        if (original.CommandResult.Command != arguments.CommandResult.Command)
        {
            string other = original.CommandResult.Command.Name;
            throw new UsageException($"{_resume.Name}: the run in {run.Folder.Path} was made by \"{other}\": continue it with that.");
        }

        run.RequireSame(await OriginAsync(original, cancellationToken));
        return await RunAsync(terminal, Request(original), run.Folder, run.Results, cancellationToken);
    }

    private static async Task<int> RunAsync(
        Terminal terminal, RunRequest request, ResultFolder folder, RunResults known, CancellationToken cancellationToken)
    {
        MachineState before = await MachineWatch.LookAsync(cancellationToken);
        RunRecorder recorder = new(
            folder, known with { Sessions = [.. known.Sessions, new Session(before, null)] }, request);
        RunDisplay display = new(terminal, request, recorder);
        terminal.WriteLine(display.Announcement);
        if (request.Kind != RunKind.Smoke && QuietnessWarnings.Of(before) is { } warning)
        {
            terminal.WriteLine(warning, "yellow");
        }

        bool interrupted = false;
        try
        {
            await new SuiteRun(request, recorder, display).RunAsync(cancellationToken);
            recorder.End(await MachineWatch.LookAsync(cancellationToken));
        }
        catch (OperationCanceledException) when (cancellationToken.IsCancellationRequested)
        {
            interrupted = true;
        }

        int code = Report(terminal, recorder.Results, folder, interrupted);
        if (request.Publish is { } machine && !interrupted)
        {
            Publication.Write(terminal, recorder.Results, machine);
        }

        return code;
    }

    private static int Report(Terminal terminal, RunResults results, ResultFolder folder, bool interrupted)
    {
        int failed = results.Cases.Count(row => row.Outcome == CaseOutcome.Failed);
        if (results.Kind != RunKind.Smoke)
        {
            TerminalReport.WriteAround(terminal, RunPage.Create(results));
        }

        terminal.WriteLine();
        terminal.WriteLine((interrupted ? "Interrupted; what was measured is in " : "Written to ") + folder.Path);
        if (interrupted || failed > 0)
        {
            string command = results.Origin.Arguments is [var first, ..] ? first : "run";
            terminal.WriteLine($"To continue where it stopped: {Cli.Start} {command} --resume");
        }

        if (results.Kind == RunKind.Smoke)
        {
            int known = results.Cases.Count(row => row.Outcome == CaseOutcome.KnownFailure);
            terminal.WriteLine(
                $"{results.Cases.Count(row => row.Outcome == CaseOutcome.Measured)} passed, {failed} failed"
                + (known > 0 ? $", {known} failed, as expected" : ""));
        }
        else if (!interrupted)
        {
            RunPage.Write(results, folder);
            terminal.WriteLine("Tables and pictures: " + folder.PathOf(RunPage.HtmlFile));
        }

        return interrupted ? ExitCode.Interrupted : failed > 0 ? ExitCode.Failure : ExitCode.Success;
    }

    private RunRequest Request(ParseResult arguments)
    {
        RunKind kind = !arguments.GetValue(_quick) ? arguments.GetValue(_smoke) ? RunKind.Smoke : RunKind.Full
            : arguments.GetValue(_smoke) ? throw new UsageException($"{_quick.Name} and {_smoke.Name} exclude each other.")
            : RunKind.Quick;
        string? machine = !publishes ? null
            : arguments.GetValue(_machine) ?? throw new UsageException($"publish needs {_machine.Name}, a name for this machine.");
        Func<Case, bool> isReference = CaseSelection.Library(arguments, _reference) is { } reference
            ? each => CaseSelection.IsOf(each, reference)
            : each => each.IsBaseline;
        RunResults? last = machine is null || _selection.HasScenarios(arguments) ? null : Publication.Last(machine);
        IReadOnlyList<Runtime> runtimes = Options.Runtimes(
            arguments, _runtimes, last?.Cases.Select(row => row.Runtime).Distinct() ?? []);
        IReadOnlyList<Case> cases = _selection.Cases(
            arguments, quickOnly: kind == RunKind.Quick, isReference, runtimes.Any(runtime => runtime != KnownRuntimes.Default));
        Func<Runtime, Case, bool>? isWanted = last is null ? null : (runtime, each) => Publication.Has(last, runtime, each);
        cases = [.. cases.Where(each => isWanted is null || runtimes.Any(runtime => isWanted(runtime, each)))];
        return new RunRequest(kind, cases, runtimes, HowToRace(arguments, kind), isReference, machine) { IsWanted = isWanted };
    }

    private RaceOptions HowToRace(ParseResult arguments, RunKind kind)
    {
        RaceOptions usual = RaceOptions.Of(kind);
        int? launches = Options.Positive(arguments, _launches);
        return usual with
        {
            Launches = launches ?? usual.Launches,
            MostLaunches = launches ?? usual.MostLaunches,
            WholeRuns = launches ?? usual.WholeRuns,
            Rounds = Options.Positive(arguments, _rounds) ?? usual.Rounds,
            Slice = Options.Positive(arguments, _slice) is { } slice ? TimeSpan.FromMilliseconds(slice) : usual.Slice,
            WarmUp = Options.Positive(arguments, _warmUp) is { } warmUp ? TimeSpan.FromMilliseconds(warmUp) : usual.WarmUp,
            Environment = Options.Variables(arguments, _environment),
        };
    }

    private static async Task<RunResults> HeadAsync(ParseResult arguments, RunRequest request, CancellationToken cancellationToken) => new()
    {
        Origin = await OriginAsync(arguments, cancellationToken),
        Kind = request.Kind,
        Complete = false,
        Race = request.Options.Settings,
        Runtimes = [.. request.Runtimes.Select(runtime => new RuntimeInfo(runtime.Id, runtime.Name, null) { Notes = runtime.Notes })],
        Scenarios = [.. Catalog.Scenarios.Select(scenario => new ScenarioInfo(scenario.Name, scenario.Description, scenario.Notes))],
        Cases = [],
    };

    private static async Task<Origin> OriginAsync(ParseResult arguments, CancellationToken cancellationToken) => new()
    {
        Command = string.Join(' ', arguments.Tokens.Select(token => Quote(token.Value)).Prepend(Cli.Start)),
        Arguments = [.. arguments.Tokens.Select(token => token.Value)],
        Started = DateTimeOffset.UtcNow,
        Commit = await Commit.DescribeAsync(Repository.Root, cancellationToken),
        Build = Build.Describe(),
        Machine = Machine.Describe(),
        Libraries = Catalog.Libraries,
    };

    private static string Quote(string argument) => argument.Any(" <>&|;()*".Contains) ? "\"" + argument + "\"" : argument;
}
