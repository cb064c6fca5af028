using System.Text.Json;
using AsyncBenchmarks.Results;

namespace AsyncBenchmarks.Reports.Html;

/// <summary>Turns results into rows of the page.</summary>
internal static class PageRows
{
    public static IEnumerable<PageRow> Create(MergedResults results) => results.Machines.Index().SelectMany(machine =>
    {
        return machine.Item.Runs.SelectMany(run =>
        {
            RaceRatios ratios = new(run, machine.Item.Races);
            return run.Cases.Select(row => Create(machine.Index, run, ratios, row));
        });
    });

    private static PageRow Create(int machine, RunResults run, RaceRatios ratios, CaseResult row)
    {
        Measurement? measured = row.Measurement;
        RaceRatio? raced = measured is null ? null : ratios.Of(row);
        return new PageRow
        {
            Machine = machine,
            Scenario = row.Scenario,
            Runtime = row.Runtime,
            Method = row.Row,
            Library = row.Library,
            Categories = row.Categories,
            Parameters = [.. row.Parameters.Select(parameter => new[] { parameter.Key, parameter.Value })],
            Kind = Kind(run, row),
            Reason = measured is null ? Reason(row) : null,
            Mean = measured?.Mean,
            Error = measured?.Error,
            Gen0 = measured?.Gen0,
            Gen1 = measured?.Gen1,
            Gen2 = measured?.Gen2,
            Allocated = measured?.Allocated,
            Survived = measured?.Survived,
            Ratio = raced?.Estimate?.Median,
            RatioLower = raced is { IsReference: false } ? raced.Estimate?.Lower : null,
            RatioUpper = raced is { IsReference: false } ? raced.Estimate?.Upper : null,
            IsOpen = raced?.IsOpen == true,
            Reference = raced?.Reference,
            Figures = [.. measured?.Figures.Select(Figure) ?? []],
        };
    }

    private static PageFigure Figure(FigureResult figure) =>
        new(figure.Name, figure.Value, Format.Figure(figure), JsonNamingPolicy.CamelCase.ConvertName(figure.Unit.ToString()));

    private static string Kind(RunResults run, CaseResult row) =>
        run.Origin.Libraries.FirstOrDefault(library => library.Name == row.Library) switch
    {
        { } library when RunPage.IsOurs(library) => "ours",
        { } library when RunPage.IsReference(library) => "reference",
        _ => "other",
    };

    private static string Reason(CaseResult row) => row.Outcome switch
    {
        CaseOutcome.Failed => "Failed: " + row.Reason,
        CaseOutcome.KnownFailure => "Fails, as it is known to: " + row.Reason,
        _ => row.Reason ?? "No reason is known.",
    };
}

/// <summary>The data of the page's script: everything that it shows.</summary>
internal sealed record PageData(
    IReadOnlyList<PageMachine> Machines,
    IReadOnlyList<PageScenario> Scenarios,
    IReadOnlyList<PageRuntime> Runtimes,
    IReadOnlyList<PageRow> Rows,
    string? NoCharts,
    IReadOnlyList<PagePicture> Pictures);

/// <summary>A static chart of all rows of a scenario on a runtime of a machine.</summary>
internal sealed record PagePicture(string Scenario, string Runtime, int Machine, string Svg);

/// <summary>A machine.</summary>
/// <param name="Name">Its name.</param>
/// <param name="Warnings">Reasons to distrust its numbers.</param>
/// <param name="Origins">The description of each of its runs: names and values.</param>
internal sealed record PageMachine(string Name, IReadOnlyList<string> Warnings, IReadOnlyList<IReadOnlyList<string[]>> Origins);

/// <summary>A scenario, as the page shows it.</summary>
internal sealed record PageScenario(string Name, string Description, IReadOnlyList<string> Notes);

/// <summary>A runtime that rows ran on.</summary>
internal sealed record PageRuntime(string Id, string Name);

/// <summary>A row of the page's tables, and a bar of its charts.</summary>
internal sealed record PageRow
{
    /// <summary>The machine's position in the list of machines.</summary>
    public required int Machine { get; init; }

    public required string Scenario { get; init; }

    public required string Runtime { get; init; }

    public required string Method { get; init; }

    public required string Library { get; init; }

    public required string Categories { get; init; }

    public required IReadOnlyList<string[]> Parameters { get; init; }

    /// <summary>"ours", "reference" or "other": how it is painted.</summary>
    public required string Kind { get; init; }

    /// <summary>Why there are no numbers; null where there are.</summary>
    public string? Reason { get; init; }

    public double? Mean { get; init; }

    public double? Error { get; init; }

    public double? Gen0 { get; init; }

    public double? Gen1 { get; init; }

    public double? Gen2 { get; init; }

    public long? Allocated { get; init; }

    public long? Survived { get; init; }

    public double? Ratio { get; init; }

    public double? RatioLower { get; init; }

    public double? RatioUpper { get; init; }

    /// <summary>Whether the interval can't tell who is faster.</summary>
    public bool IsOpen { get; init; }

    public string? Reference { get; init; }

    public IReadOnlyList<PageFigure> Figures { get; init; } = [];
}

/// <summary>A scenario's own figure: its text to show, its value and unit to sort and draw by.</summary>
internal sealed record PageFigure(string Name, double? Value, string Text, string Unit);
