namespace AsyncBenchmarks.Host.Tests.Measuring;

[Collection(Builds.Name)]
public class RuntimeTests
{
    private const string TaskId = "AsyncAwait/Task/Pending=True";
    private const string NoFlowId = "AsyncAwait/PooledAwait-NoFlow/Pending=True";

    [RuntimeFact("mono")]
    public async Task Mono_says_what_it_has_and_measures_it()
    {
        const string WrittenTo = "Written to ";
        (string output, _) = await HostProcess.RunAsync(
            0, "run", "--smoke", "--runtime", "mono", "-s", "AsyncAwait", "-p", "Pending=True", "-l", "Task", "-l", "ValueTask-Pooling");
        string folder = output.Split('\n').First(line => line.StartsWith(WrittenTo, StringComparison.Ordinal))[WrittenTo.Length..];
        RunResults results = ResultFile.Read(await File.ReadAllTextAsync(Path.Combine(folder, "results.json")));
        Directory.Delete(folder, recursive: true);

        Assert.StartsWith("Mono", results.Runtimes[0].Description);
        Assert.Equal(
            ["Task Measured ", "ValueTask-Pooling NotAvailable This runtime has no PoolingAsyncValueTaskMethodBuilder."],
            results.Cases.Select(row => $"{row.Row} {row.Outcome} {row.Reason}"));
    }

    [RuntimeFact("nativeaot")]
    public async Task Natively_compiled_the_runner_fills_the_same_columns()
    {
        Runtime runtime = KnownRuntimes.All.First(runtime => runtime.Id == "nativeaot");
        ProgramCommand runner = await runtime.BuildRunnerAsync(CancellationToken.None);
        IReadOnlyList<CaseProcess> there = await RuntimeCatalog.AskAsync(
            runtime, runner, [Catalog.Find(TaskId)!, Catalog.Find(NoFlowId)!], CancellationToken.None);
        Race race = new(runner, RaceOptions.Of(RunKind.Quick), _ => { });

        IReadOnlyList<RaceLog> logs = await race.RunAsync(
            [there[0], there[0] with { Case = there[0].Case with { Row = "Nobody" } }, there[1]], CancellationToken.None);

        IReadOnlyList<CaseResult> rows = RaceSummary.Of(runtime.Id, logs);
        Measurement measured = rows[0].Measurement!;
        Assert.Equal((1120, 0), (measured.Allocated, measured.Survived));
        Assert.InRange(measured.Median!.Value, 100, 1e6);
        Assert.InRange(measured.Gen0, 1e-6, 10);
        Assert.Contains("There is no case AsyncAwait/Nobody/Pending=True", rows[1].Reason);

        // The program with flow has no such case: the other one has run it.
        Assert.Null(there[1].NotAvailable);
        Assert.Equal(0, rows[2].Measurement!.Allocated);
    }

    [BuildFact]
    public async Task BenchmarkDotNet_names_each_row_and_compares_it_with_the_baseline()
    {
        (string output, _) = await HostProcess.RunAsync(
            0, "run", "--job", "bdn", "--smoke", "-s", "AsyncAwait", "-s", "ContinueWith", "-p", "Pending=True", "-l", "ValueTask");

        string[][] table =
        [
            .. output[output.IndexOf("// * Summary *", StringComparison.Ordinal)..].Split('\n')
                .Where(line => line.StartsWith('|') && line.Contains("True", StringComparison.Ordinal))
                .Select(line => line.Trim('|').Split('|', StringSplitOptions.TrimEntries)),
        ];
        Assert.Equal(
            [
                "AsyncAwait, Task, .NET 10, True",
                "AsyncAwait, ValueTask, .NET 10, True",
                "ContinueWith, Task, .NET 10, True",
                "ContinueWith, ValueTask, .NET 10, True",
            ],
            table.Select(row => string.Join(", ", row[..4])));
        Assert.Contains("1.00", table[0]);
        Assert.Equal("NA", table[3][4]);
        Assert.Contains("ValueTask: " + Catalog.Find("ContinueWith/ValueTask/Pending=True")!.Availability.NotAvailable, output);
    }
}

/// <summary>A test that needs a runtime; skipped, with what to install, where it is missing.</summary>
[AttributeUsage(AttributeTargets.Method)]
internal sealed class RuntimeFactAttribute : BuildFactAttribute
{
    public RuntimeFactAttribute(string runtime)
    {
        Skip ??= KnownRuntimes.All.First(each => each.Id == runtime).Missing;
    }
}

public class CatalogLineTests
{
    [Theory]
    [MemberData(nameof(Lines))]
    public void A_line_is_read_back(object line) => Assert.Equal(line, CatalogLine.Parse(((CatalogLine)line).Format()));

    [Theory]
    [InlineData("")]
    [InlineData("Something that a library prints")]
    [InlineData("a\tb\tc\td\te\tf")]
    public void An_unknown_line_is_not_parsed(string text) => Assert.Null(CatalogLine.Parse(text));

    [Fact]
    public void A_reason_of_several_lines_becomes_one() =>
        Assert.Equal("one  two three", CatalogLine.Parse((Line() with { NotAvailable = "one\r\ntwo\tthree" }).Format())!.NotAvailable);

    [Fact]
    public void Work_that_can_not_be_made_is_told_with_the_exception()
    {
        CatalogLine line = CatalogLine.Of(Case(Availability.Of(() => throw new InvalidOperationException("no"))));

        Assert.Equal("InvalidOperationException: no", line.Broken);
    }

    [Fact]
    public void Known_failures_are_listed()
    {
        Availability known = Catalog.Cases.First(each => each.Availability.Create is not null).Availability.KnownToFail("overflows");

        Assert.Equal("overflows", CatalogLine.Of(Case(known)).KnownFailure);
    }

    public static TheoryData<object> Lines() =>
    [
        Line(),
        Line() with { NotAvailable = "It has none." },
        Line() with { KnownFailure = "It overflows.", OperationsPerRun = 1000, NeedsPreparation = true },
        Line() with { Broken = "Exception: no" },
    ];

    private static CatalogLine Line() => new("A/B/C=1", null, null, null, 1, false);

    private static Case Case(Availability offer) => new("A", "B", "B", new List<KeyValuePair<string, string>>(), false, offer);
}
