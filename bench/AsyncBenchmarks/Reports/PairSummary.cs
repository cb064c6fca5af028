namespace AsyncBenchmarks.Reports;

/// <summary>A cell of a pair: work that both rows have done on the same runtime.</summary>
/// <param name="Ratio">The one row's time divided by the other's.</param>
internal sealed record PairCell(string Title, RatioEstimate Ratio)
{
    /// <summary>The ratio and its cell, such as "0.52 (AsyncAwait, Pending=True)".</summary>
    public override string ToString() => $"{Format.Number(Ratio.Median, 2)} ({Title})";
}

/// <summary>Two rows compared over all work that both have done.</summary>
/// <param name="Cells">The cells, the smallest ratio first; at least one.</param>
internal sealed record PairSummary(string Row, string Against, IReadOnlyList<PairCell> Cells)
{
    public double Mean => Math.Exp(Cells.Average(cell => Math.Log(cell.Ratio.Median)));

    /// <summary>The cells in which the one row is slower by more than the interval.</summary>
    public IEnumerable<PairCell> Losses => Cells.Where(cell => cell.Ratio.Verdict == Verdict.Loss);

    /// <summary>The comparison; null where the two have no work in common.</summary>
    public static PairSummary? Of(RunResults run, string runtime, string row, string against)
    {
        Dictionary<string, CaseResult> theirs = Raced(against).ToDictionary(each => each.Title);
        PairCell[] cells =
        [
            .. Raced(row).Where(each => theirs.TryGetValue(each.Title, out CaseResult? other) && other.Reference == each.Reference)
                .Select(each => new PairCell(each.Title, theirs[each.Title] is { IsReference: true } ? each.Ratio!
                    : each.Ratio!.DividedBy(theirs[each.Title].Ratio!)))
                .OrderBy(cell => cell.Ratio.Median),
        ];
        return cells.Length == 0 ? null : new PairSummary(row, against, cells);

        IEnumerable<CaseResult> Raced(string name) => run.Cases.Where(each => each.Runtime == runtime && each.Row == name
            && each.Ratio is { Lower: not null });
    }

    /// <summary>Each row of this repository's library against every other row.</summary>
    public static IEnumerable<PairSummary> OfOurs(RunResults run, string runtime)
    {
        string[] rows = [.. run.Cases.Where(row => row.Runtime == runtime).Select(row => row.Row).Distinct()];
        HashSet<string> ours = [.. run.Origin.Libraries.Where(RunPage.IsOurs).Select(library => library.Name)];
        HashSet<string> references = [.. run.Origin.Libraries.Where(RunPage.IsReference).Select(library => library.Name)];
        return rows.Where(ours.Contains)
            .SelectMany(row => rows
                .Where(other => other != row && !references.Contains(other))
                .Select(other => Of(run, runtime, row, other)))
            .OfType<PairSummary>();
    }
}
