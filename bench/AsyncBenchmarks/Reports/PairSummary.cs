using AsyncBenchmarks.Results;

namespace AsyncBenchmarks.Reports;

/// <summary>A cell of a pair: work that both rows have done on the same runtime.</summary>
/// <param name="Title">The scenario and its parameters.</param>
/// <param name="Ratio">The one row's time divided by the other's.</param>
internal sealed record PairCell(string Title, RatioEstimate Ratio)
{
    /// <summary>The ratio and its cell, such as "0.52 (AsyncAwait, Pending=True)".</summary>
    public override string ToString() => $"{Format.Number(Ratio.Median, 2)} ({Title})";
}

/// <summary>Two rows compared over all work that both have done.</summary>
/// <param name="Row">The one row.</param>
/// <param name="Against">The other.</param>
/// <param name="Cells">The cells, the smallest ratio first; at least one.</param>
internal sealed record PairSummary(string Row, string Against, IReadOnlyList<PairCell> Cells)
{
    /// <summary>The geometric mean of the ratios.</summary>
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

    /// <summary>The comparisons of several runs with the cells that all of them have; nothing where a run has none of them.</summary>
    public static IReadOnlyList<PairSummary?> InCommon(IReadOnlyList<PairSummary?> ofRuns)
    {
        HashSet<string>[] titles = [.. ofRuns.OfType<PairSummary>().Select(run => run.Cells.Select(cell => cell.Title).ToHashSet())];
        return
        [
            .. ofRuns.Select(run => run is null ? null : run with
            {
                Cells = [.. run.Cells.Where(cell => titles.All(each => each.Contains(cell.Title)))],
            }).Select(run => run is { Cells.Count: > 0 } ? run : null),
        ];
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

/// <summary>Why another row is faster: one sentence for each group of cells, which the documents show above them.</summary>
internal static class LossReason
{
    // The first whose words are in the pair or its cell.
    private static readonly (string[] Words, string Reason)[] s_reasons =
    [
        (["Border"],
            "A pooled method awaits a runtime-async method through its Task; runtime-async awaits it without one."),
        (["-RuntimeAsync"],
            "Runtime-async compiles no state machine: a method that does not suspend is like any other, and a chain of methods is linked "
            + "while the stack unwinds. It allocates where it suspends."),
        (["PooledAwait-Task :", "-Property-Task :", "Yield, Category=Task"],
            "A Task that other code can hold needs an object of its own beside the pooled one; "
            + "the framework's builder makes one object that is both."),
        (["Contended", "CrossThread", "Yield"],
            "An object that another thread gave back was last written by that thread's core, and must be fetched from its cache."),
        (["PooledAwait-Attribute :", "-Property"],
            "The caller has a ValueTask, so each await, and each dropped result, has to look up the operation behind it."),
        ([": ProtoPromise", ": UniTask"],
            "ProtoPromise and UniTask guarantee less: a [table](decisions/promises.md) has the price of each guarantee."),
        (["Cancel", "Throw"],
            "Most of the time goes to the exception, no matter which library throws it."),
        (["AwaitPending", "AwaitResolved"],
            "Each await checks that the operation's handle is still valid."),
    ];

    /// <summary>The reason of a cell in which the second row of a pair is faster.</summary>
    public static string Of(PairSummary pair, PairCell cell)
    {
        string text = $"{pair.Row} : {pair.Against} {cell.Title}";
        return s_reasons.FirstOrDefault(each => each.Words.Any(word => text.Contains(word, StringComparison.Ordinal))).Reason
            ?? "Each method rents its object from a pool that is bounded and trimmed, and gives it back.";
    }
}
