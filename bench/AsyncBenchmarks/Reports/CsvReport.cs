using System.Globalization;
using System.Text;
using AsyncBenchmarks.Results;

namespace AsyncBenchmarks.Reports;

/// <summary>Results as comma-separated values: plain numbers in nanoseconds and bytes, one line per row, one column per parameter and
/// figure.</summary>
internal static class CsvReport
{
    public static string Write(RunResults results)
    {
        string[] parameters = [.. results.Cases.SelectMany(row => row.Parameters).Select(parameter => parameter.Key).Distinct()];
        string[] figures =
        [
            .. results.Cases.SelectMany(row => row.Measurement?.Figures ?? []).Select(figure => figure.Name).Distinct(),
        ];
        StringBuilder text = new();
        AppendLine(text,
        [
            "Type", "Method", "Library", "Runtime", "Job", "Categories", .. parameters, "Outcome", "Mean", "Error", "StdDev", "Ratio",
                "RatioLower", "RatioUpper", "Reference", "Verdict",
            "Gen0", "Gen1", "Gen2", "Allocated", "Survived", .. figures, "Reason",
        ]);
        foreach (CaseResult row in results.Cases)
        {
            Measurement? measured = row.Measurement;
            AppendLine(text,
            [
                row.Scenario,
                row.Row,
                row.Library,
                row.Runtime,
                results.Kind.ToString(),
                row.Categories,
                .. parameters.Select(name => row.Parameters.FirstOrDefault(parameter => parameter.Key == name).Value ?? ""),
                row.Outcome.ToString(),
                Number(measured?.Mean),
                Number(measured?.Error),
                Number(measured?.StdDev),
                Number(row.Ratio?.Median),
                Number(row.Ratio?.Lower),
                Number(row.Ratio?.Upper),
                row.Reference ?? "",
                Verdict(row),
                Number(measured?.Gen0),
                Number(measured?.Gen1),
                Number(measured?.Gen2),
                Number(measured?.Allocated),
                Number(measured?.Survived),
                .. figures.Select(name => Number(measured?.Figures.FirstOrDefault(figure => figure.Name == name)?.Value)),
                row.Reason ?? row.NoRatio ?? "",
            ]);
        }

        return text.ToString();
    }

    private static string Verdict(CaseResult row) => row.Ratio is null || row.Reference == row.Row ? "" : row.Ratio.Verdict switch
    {
        Results.Verdict.Win => "win",
        Results.Verdict.Loss => "loss",
        _ => Format.CannotTell,
    };

    private static string Number(double? value) => value?.ToString("0.####", CultureInfo.InvariantCulture) ?? "";

    private static void AppendLine(StringBuilder text, IEnumerable<string> fields) =>
        text.AppendJoin(',', fields.Select(Quote)).Append('\n');

    private static string Quote(string field) => field.Any(",\"\r\n".Contains)
        ? "\"" + field.Replace("\"", "\"\"", System.StringComparison.Ordinal) + "\""
        : field;
}
