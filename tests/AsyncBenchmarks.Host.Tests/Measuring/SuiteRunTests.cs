namespace AsyncBenchmarks.Host.Tests.Measuring;

public sealed class SuiteRunTests : IDisposable
{
    private static readonly Case[] s_cases = [Case("Ours", Availability.Of(() => throw new NotSupportedException())),
        Case("Never", Availability.No("never"))];

    private readonly string _folder = Directory.CreateTempSubdirectory("suite-").FullName;

    public void Dispose() => Directory.Delete(_folder, recursive: true);

    [Fact]
    public async Task A_runtime_that_is_missing_or_does_not_build_stops_no_other()
    {
        FakeRuntime[] runtimes =
        [
            new("gone", missing: "It is not installed: install it."),
            new("unpacked", buildFailure: new BuildException("p.csproj", "p.csproj : error NU1101: Unable to find package X.")),
            new("broken", buildFailure: new BuildException("p.csproj", "a.cs(1,1): error CS1002: ; expected")),
        ];
        RunRecorder recorder = Recorder(runtimes);

        await RunAsync(Request(s_cases, runtimes), recorder);

        Assert.True(recorder.Results.Complete);
        Assert.Equal(
            [
                "gone Ours NotAvailable It is not installed: install it.",
                "gone Never NotAvailable never",
                "unpacked Ours NotAvailable p does not build: p.csproj : error NU1101: Unable to find package X.",
                "unpacked Never NotAvailable never",
                "broken Ours Failed p does not build: a.cs(1,1): error CS1002: ; expected",
                "broken Never NotAvailable never",
            ],
            recorder.Results.Cases.Select(row => $"{row.Runtime} {row.Row} {row.Outcome} {row.Reason}"));
        Assert.Equal("It is not installed: install it.", recorder.Results.Runtimes[0].NotFound);
    }

    [Fact]
    public async Task A_case_that_is_not_wanted_on_a_runtime_is_not_part_of_the_run()
    {
        FakeRuntime[] runtimes = [new("one", missing: "gone"), new("other", missing: "gone")];
        RunRequest request = Request(s_cases, runtimes) with { IsWanted = (runtime, each) => runtime.Id == "one" || each.Row == "Ours" };
        RunRecorder recorder = new(ResultFolder.Open(_folder), Recorder(runtimes).Results, request);

        await RunAsync(request, recorder);

        Assert.True(recorder.Results.Complete);
        Assert.Equal(["one Ours", "one Never", "other Ours"], recorder.Results.Cases.Select(row => $"{row.Runtime} {row.Row}"));
    }

    [Fact]
    public void The_runtimes_answer_about_a_case_overrides_the_hosts()
    {
        FakeRuntime runtime = new("other");
        RunRecorder recorder = Recorder([runtime]);

        recorder.Add(runtime, [new CaseProcess(s_cases[0], Line(s_cases[0]) with { NotAvailable = "not there" }),
            new CaseProcess(s_cases[1], Line(s_cases[1]))]);

        Assert.Equal("not there", Assert.Single(recorder.Results.Cases).Reason);
        Assert.False(recorder.Results.Complete);
    }

    [Fact]
    public void A_failure_that_is_known_is_none_of_the_runs()
    {
        CatalogLine line = Line(s_cases[0]) with { KnownFailure = "it overflows" };
        RaceLog known = new(new CaseProcess(s_cases[0], line)) { Failure = "Stack overflow." };
        RaceLog other = new(new CaseProcess(s_cases[1], Line(s_cases[1]))) { Failure = "Stack overflow." };

        Assert.Equal(
            ["KnownFailure Stack overflow. (it overflows)", "Failed Stack overflow."],
            RaceSummary.Of("other", [known, other]).Select(row => $"{row.Outcome} {row.Reason}"));
    }

    [Fact]
    public void Only_what_failed_and_a_missing_runtime_run_again_when_a_run_is_continued()
    {
        FakeRuntime runtime = new("net10.0");
        FakeRuntime gone = new("gone");
        CaseResult[] known =
        [
            Sample.Row("Measured", Sample.Measured(1)),
            Sample.Row("Failed", null, "died"),
            Sample.Row("Known", null, "died") with { Outcome = CaseOutcome.KnownFailure },
            Sample.Row("Gone", null, "gone") with { Outcome = CaseOutcome.NotAvailable, Runtime = gone.Id },
        ];
        known = [.. known.Select(row => row with { Scenario = "Scenario", Parameters = new() })];
        RuntimeInfo[] runtimes =
            [new(runtime.Id, runtime.Name, null), new(gone.Id, gone.Name, null) { NotFound = "It is not installed: install it." }];

        RunRecorder recorder = new(
            ResultFolder.Open(_folder), Sample.Run() with { Cases = known, Runtimes = runtimes }, Request([], [runtime, gone]));

        Assert.Equal(
            [true, false, true, false],
            known.Select(row => recorder.IsFinished(
                row.Runtime == gone.Id ? gone : runtime, Case(row.Row, Availability.No("")))));
    }

    private static Task RunAsync(RunRequest request, RunRecorder recorder) =>
        new SuiteRun(request, recorder, new RunDisplay(new Terminal(), request, recorder)).RunAsync(CancellationToken.None);

    private RunRecorder Recorder(IReadOnlyList<Runtime> runtimes) => new(
        ResultFolder.Open(_folder),
        Sample.Run() with
        {
            Cases = [],
            Scenarios = [new ScenarioInfo("Scenario", "", [])],
            Runtimes = [.. runtimes.Select(runtime => new RuntimeInfo(runtime.Id, runtime.Name, null))],
        },
        Request(s_cases, runtimes));

    private static RunRequest Request(IReadOnlyList<Case> cases, IReadOnlyList<Runtime> runtimes) =>
        new(RunKind.Smoke, cases, runtimes, RaceOptions.Of(RunKind.Smoke), each => each.IsBaseline);

    private static CatalogLine Line(Case of) => new(of.Id, null, null, null, 1, false);

    private static Case Case(string row, Availability offer) => new("Scenario", row, row, [], false, offer);
}
