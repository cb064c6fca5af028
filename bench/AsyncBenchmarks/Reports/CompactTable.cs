namespace AsyncBenchmarks.Reports;

/// <summary>
/// A marked table for readers who don't know the suite: chosen rows by the reader's names, one number in a cell, with <c>=</c> before a
/// time that can't be told from the reference's, and the time and bytes of each runtime. Its words are a case, such as "AsyncAwait,
/// Pending=True", the rows as "row = name", and the picture's "title = …".
/// </summary>
/// <param name="table">The table, whose runtimes are separated by commas.</param>
internal sealed class CompactTable(MarkedTable table, RunResults run)
{
    public const string Kind = "compact";

    /// <summary>The file of its picture, beside the results.</summary>
    public const string PictureFile = "gain.svg";

    private const string Equal = " = ";
    private const string Title = "title";

    // A picture has no footnotes.
    private const string NoFlow = ", no flow";

    private readonly string[] _runtimes = table.Runtimes;

    private readonly (string Row, string Name)[] _rows =
    [
        .. table.Work.Where(word => word.Contains(Equal, StringComparison.Ordinal)).Select(word => word.Split(Equal, 2))
            .Where(word => word[0] != Title).Select(word => (word[0], word[1])),
    ];

    /// <summary>Whether the run has its case on the first runtime.</summary>
    public bool Fits => run.Cases.Any(row => row.Runtime == _runtimes[0] && row.Title == Case);

    /// <summary>A runtime's name as readers know it.</summary>
    public static string Short(string runtime) => ".NET " + runtime["net".Length..].Split('.')[0];

    private string Case => table.Work.First(word => !word.Contains(Equal, StringComparison.Ordinal));

    /// <summary>The time that the ratios are of, on each runtime.</summary>
    private string Reference => string.Join(", ", _runtimes
        .Select(runtime => (Runtime: runtime, Time: Find(runtime, _rows[0].Row)?.Measurement?.Median))
        .Where(row => row.Time is not null)
        .Select(row => $"{Format.Nanoseconds(row.Time!.Value)} on {Short(row.Runtime)}"));

    private IEnumerable<CaseResult> Measured =>
        _runtimes.SelectMany(runtime => _rows.Select(row => Find(runtime, row.Row))).OfType<CaseResult>()
            .Where(row => row.Measurement is not null);

    public string[] Write()
    {
        Library[] ours = [.. run.Origin.Libraries.Where(RunPage.IsOurs)];
        double widest = Measured.Select(row => row.Ratio).OfType<RatioEstimate>()
            .Select(ratio => Math.Max((ratio.Upper / ratio.Median) - 1 ?? 0, 1 - (ratio.Lower / ratio.Median) ?? 0)).DefaultIfEmpty().Max();
        return
        [
            $"| |{string.Concat(_runtimes.Select(runtime => $" {Short(runtime)}: time | bytes |"))}",
            $"| --- |{string.Concat(_runtimes.Select(_ => " ---: | ---: |"))}",
            .. _rows.Select(row => (Bold: ours.Any(library => library.Name == row.Row) ? "**" : "", row.Row, row.Name))
                .Select(row => $"| {row.Bold}{row.Name}{row.Bold} |" + string.Concat(
                    _runtimes.Select(runtime => Find(runtime, row.Row)).Select(cell => $" {Time(cell)} | {Bytes(cell)} |"))),
            "",
            string.Create(
                CultureInfo.InvariantCulture,
                $"1.00 is {Reference}. {(Measured.Any(CannotTell) ? "`=`: too close to 1.00 to tell. " : "")}"
                    + $"Medians of {MarkedTable.Launches(Measured)} launches; the widest "
                    + $"99.9 % interval is ±{Math.Ceiling(Math.Round(100 * widest, 1))} %. "
                    + $"Commit {run.Origin.Commit}, {run.Origin.Started:yyyy-MM-dd}.")
                + string.Concat(run.Warnings.Select(warning => $" Warning: {warning}.")),
            $"{run.Origin.Machine.Describe()}; " + string.Join(", ", run.Runtimes.Where(runtime => _runtimes.Contains(runtime.Id))
                .Select(runtime => runtime.Description).OfType<string>().Concat(MarkedTable.Packages(run, Measured))) + ".",
            "",
        ];
    }

    /// <summary>The same rows on the first runtime as a picture, the fastest first; null where none was measured.</summary>
    public string? Draw()
    {
        HashSet<string> ours = [.. run.Origin.Libraries.Where(RunPage.IsOurs).Select(library => library.Name)];
        ChartRow[] rows =
        [
            .. _rows.Select(row => (row.Name, Cell: Find(_runtimes[0], row.Row)))
                .Where(row => row.Cell is { Ratio: not null, Measurement: not null })
                .OrderBy(row => row.Cell!.Ratio!.Median)
                .Select(row => new ChartRow(
                    row.Name.Replace("`", "", StringComparison.Ordinal).Replace("¹", NoFlow, StringComparison.Ordinal),
                    ours.Contains(row.Cell!.Row), row.Cell.Ratio, row.Cell.Measurement!.Allocated)),
        ];
        string title = table.Work.Where(word => word.StartsWith(Title + Equal, StringComparison.Ordinal))
            .Select(word => word[(Title + Equal).Length..]).FirstOrDefault(Case);
        string reference = _rows.FirstOrDefault(row => row.Row == Find(_runtimes[0], row.Row)?.Reference, _rows[0]).Name;
        return RatioChart.Draw(
            new Chart(title, PictureFile, reference.Replace("`", "", StringComparison.Ordinal), [new ChartGroup("", rows)]));
    }

    private CaseResult? Find(string runtime, string row) =>
        run.Cases.FirstOrDefault(each => each.Runtime == runtime && each.Row == row && each.Title == Case);

    private static bool CannotTell(CaseResult row) => row is { IsReference: false, Ratio.Verdict: Verdict.CannotTell };

    private static string Time(CaseResult? cell) => cell?.Ratio is not { } ratio ? "–"
        : (CannotTell(cell) ? Format.CannotTell + " " : "") + Format.Number(ratio.Median, 2);

    private static string Bytes(CaseResult? cell) => cell?.Measurement?.Allocated is { } bytes ? Format.Number(bytes, 0) : "–";
}
