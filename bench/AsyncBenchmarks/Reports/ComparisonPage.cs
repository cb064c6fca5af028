using AsyncBenchmarks.Results;

namespace AsyncBenchmarks.Reports;

/// <summary>A comparison's page.</summary>
internal static class ComparisonPage
{
    private static readonly ResultColumn[] s_columns =
    [
        new("Case"),
        new("Change", IsNumber: true),
        new("99.9 % interval", IsNumber: true, Dispensability: 1),
        new("Allocated", IsNumber: true),
        new("Survived", IsNumber: true),
        new("Verdict"),
    ];

    public static Page Create(Comparison comparison, double threshold) => new(
        "Comparison",
        comparison.Warnings,
        [
            new ResultTable(
                "Comparison",
                $"ratio to the reference after / before; worse past {Format.Number(threshold * 100, 1)} %",
                s_columns,
                [[.. comparison.Cases.Select(Row)]],
                [
                    .. comparison.Cases.Where(row => row.Note is not null).Select(row => $"{row.Name}: {row.Note}"),
                    .. comparison.OnlyBefore.Select(name => "Numbers only before: " + name),
                    .. comparison.OnlyAfter.Select(name => "Numbers only after: " + name),
                ]),
        ],
        []);

    public static string Summary(Comparison comparison)
    {
        int slower = comparison.Cases.Count(row => row.IsSlower);
        int faster = comparison.Cases.Count(row => row.IsFaster);
        int more = comparison.Cases.Count(row => row.Allocated.IsMore || row.Survived.IsMore);
        int fewer = comparison.Cases.Count(row => row.Allocated.IsLess || row.Survived.IsLess);
        return $"{comparison.Cases.Count} compared: {slower} slower, {faster} faster, {more} with more bytes, {fewer} with fewer.";
    }

    private static ResultRow Row(ComparedCase row)
    {
        string[] words = [.. Words(row)];
        bool isBetter = row.IsFaster || row.Allocated.IsLess || row.Survived.IsLess;
        return new ResultRow(
            [
                row.Name,
                row.Time is { } time ? Format.Ratio(time.Median) : Format.None,
                Format.Interval(row.Time),
                Bytes(row.Allocated),
                Bytes(row.Survived),
                words.Length > 0 ? string.Join(", ", words) : Format.CannotTell,
            ],
            row.IsWorse ? RowMark.Loss : isBetter ? RowMark.Win : RowMark.None);
    }

    private static IEnumerable<string> Words(ComparedCase row)
    {
        if (row.IsSlower || row.IsFaster)
        {
            yield return row.IsSlower ? "slower" : "faster";
        }

        if (row.Allocated.IsMore || row.Survived.IsMore)
        {
            yield return "more bytes";
        }

        if (row.Allocated.IsLess || row.Survived.IsLess)
        {
            yield return "fewer bytes";
        }
    }

    private static string Bytes(ComparedBytes bytes) => bytes.Before == bytes.After
        ? Format.Bytes(bytes.After)
        : $"{Format.Bytes(bytes.Before)} -> {Format.Bytes(bytes.After)}";
}
