using System.Diagnostics;
using System.Globalization;
using System.Text.Json;

namespace PooledAwait.Tool.Tests;

/// <summary>What the command says of a program, compared with what the program counts of itself.</summary>
public sealed class MeasureTests : IDisposable
{
    private const double Tolerance = 0.15;

    private const int EnoughSamples = 8000, MostSeconds = 24;

    private readonly string _folder = Directory.CreateTempSubdirectory("PooledAwait.Tool.").FullName;

    public void Dispose() => Directory.Delete(_folder, recursive: true);

    [Fact]
    public async Task Shares_OnThisRuntime_AreThoseThatTheProgramCounts() => await AssertShares(Subject.Command(Subject.Folder));

    [BuildFact]
    public async Task Shares_OnOldestRuntime_AreThoseThatTheProgramCounts() => await AssertShares(Subject.BuildFor("net8.0"));

    [BuildFact]
    public async Task Shares_OnNewestRuntime_AreThoseThatTheProgramCounts() => await AssertShares(Subject.BuildFor("net11.0"));

    /// <summary>The runtime suspends the program's own methods, so there is nothing that a build could pool. Its library is compiled as
    /// ever.</summary>
    [BuildFact]
    public async Task Shares_OfRuntimeAsync_CanOnlyGoInTheLibrary()
    {
        (Dictionary<string, double> counts, JsonElement figures, string output) =
            await MeasureAsync(Subject.BuildFor("net11.0", "runtime-async=on"));
        counts.Remove("Action");

        Assert.Equal(0, counts["Results"]);
        double all = counts.Values.Sum();
        AssertShare("machinery", (all - counts["Bytes"]) / all, figures.GetProperty("machinery"), output);
        JsonElement[] assemblies = [.. figures.GetProperty("assemblies").EnumerateArray()];
        JsonElement CouldGo(string name) =>
            assemblies.Single(one => one.GetProperty("name").GetString() == name).GetProperty("couldGoAtMost");
        Assert.Equal(0, Part(CouldGo("Subject")));
        Assert.InRange(Part(CouldGo("Subject.Library")), 0.4 * counts["Library"] / all, counts["Library"] / all);
        Assert.Equal(Part(CouldGo("Subject.Library")), Part(figures.GetProperty("couldGoAtMost")));
    }

    [Fact]
    public async Task Shares_OfAProgramWithoutAsyncMethods_AreZero()
    {
        string json = Path.Combine(_folder, "none.json");
        ToolRun run = await ToolRun.RunAsync(
            ["measure", "--warm-up", "1", "--seconds", "1", "--json", json, "--", .. Subject.Command(Subject.Folder), "none"]);

        Assert.Equal(0, run.Code);
        Assert.EndsWith("Less than 1 % of the bytes could go: not worth your time.", run.Output.Trim(), StringComparison.Ordinal);
        using JsonDocument figures = JsonDocument.Parse(await File.ReadAllTextAsync(json));
        Assert.True(figures.RootElement.GetProperty("samples").GetInt32() > 100, run.Output);
        Assert.True(Part(figures.RootElement.GetProperty("machinery")) < 0.001, run.Output);
    }

    [Fact]
    public async Task Verdict_OfAProgramWithoutLoad_SaysThatItAllocatedTooLittle()
    {
        ToolRun run = await ToolRun.RunAsync(
            ["measure", "--warm-up", "1", "--seconds", "1", "--", .. Subject.Command(Subject.Folder), "little"]);

        Assert.Equal(0, run.Code);
        Assert.DoesNotContain(", 0 samples", run.Output, StringComparison.Ordinal);
        Assert.EndsWith("Measure it under load, or for longer.", run.Output.Trim(), StringComparison.Ordinal);
    }

    [Fact]
    public async Task CtrlC_WhileItMeasures_ShowsWhatThereIs()
    {
        using CancellationTokenSource stop = new();
        using Process subject = Subject.Start(Subject.Command(Subject.Folder));
        try
        {
            Subject.Counts(subject);
            stop.CancelAfter(TimeSpan.FromSeconds(4));
            ToolRun run = await ToolRun.RunAsync(
                stop.Token, "measure", "--seconds", "600", "--pid", subject.Id.ToString(CultureInfo.InvariantCulture));

            Assert.Equal(0, run.Code);
            Assert.Contains("Async machinery:", run.Output, StringComparison.Ordinal);
            Assert.False(subject.HasExited);
        }
        finally
        {
            subject.Kill();
        }
    }

    private async Task AssertShares(string[] command)
    {
        (Dictionary<string, double> counts, JsonElement figures, string output) = await MeasureAsync(command);
        counts.Remove("Action", out double action);
        double all = counts.Values.Sum(), box = counts["Own"] / 2, delegates = 4 * action;
        AssertShare("machinery", all - counts["Bytes"], figures.GetProperty("machinery"));
        AssertShare("boxes", counts["Own"] + counts["Library"] + counts["Delegates"] - delegates, Kind("state machine boxes"));
        AssertShare("results", counts["Results"], Kind("Tasks that only carry results"));
        AssertShare("delegates", delegates, Kind("delegates of awaits"));
        AssertShare("operations", counts["Framework"], Kind("operations and continuations"));
        AssertShare("own", counts["Own"] + box + counts["Results"] + counts["Delegates"], Assembly("Subject", "own"));
        AssertShare("library", counts["Library"] - box, Assembly("Subject.Library", "third-party"));
        AssertShare("framework", counts["Framework"], figures.GetProperty("framework"));
        AssertShare("method", counts["Results"], Named("methods", "Subject.Program.ResultAsync").GetProperty("share"));

        // What a rewritten copy saves. Own and Library are called through delegates, so that their own boxes stay.
        double saved = counts["Own"] - box + counts["Library"] - box + counts["Results"];
        AssertShare("could go", saved, figures.GetProperty("couldGoAtMost"));

        JsonElement Named(string list, string name) => figures.GetProperty(list).EnumerateArray()
            .Single(one => one.GetProperty(list == "kinds" ? "kind" : "name").GetString() == name);

        JsonElement Kind(string name) => Named("kinds", name).GetProperty("share");

        JsonElement Assembly(string name, string origin)
        {
            JsonElement assembly = Named("assemblies", name);
            Assert.Equal(origin, assembly.GetProperty("origin").GetString());
            return assembly.GetProperty("share");
        }

        void AssertShare(string what, double expected, JsonElement share) =>
            MeasureTests.AssertShare(what, expected / all, share, output);
    }

    private static void AssertShare(string what, double expected, JsonElement share, string output) => Assert.True(
        Math.Abs((Part(share) / expected) - 1) <= Tolerance,
        $"{what}: {Part(share):P1} measured, {expected:P1} counted by the program\n{output}");

    /// <summary>What the program counts of itself, and what the command says of it.</summary>
    private async Task<(Dictionary<string, double> Counts, JsonElement Figures, string Output)> MeasureAsync(string[] command)
    {
        string json = Path.Combine(_folder, "mixed.json");
        using Process subject = Subject.Start(command);
        try
        {
            Dictionary<string, double> counts = Subject.Counts(subject);
            for (int seconds = 6; ; seconds *= 2)
            {
                // A busy machine needs longer for as many samples.
                string[] words = ["--seconds", $"{seconds}", "--pid", $"{subject.Id}", "--json", json];
                ToolRun run = await ToolRun.RunAsync(["measure", .. words]);
                Assert.True(run.Code == 0, run.Errors);
                using JsonDocument document = JsonDocument.Parse(await File.ReadAllTextAsync(json));
                if (document.RootElement.GetProperty("samples").GetInt32() >= EnoughSamples || seconds >= MostSeconds)
                {
                    return (counts, document.RootElement.Clone(), run.Output);
                }
            }
        }
        finally
        {
            subject.Kill();
        }
    }

    private static double Part(JsonElement share) => share.GetProperty("part").GetDouble();
}
