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
