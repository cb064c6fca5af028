using AsyncBenchmarks.Results;

namespace AsyncBenchmarks.Reports;

/// <summary>A row's ratio as a race found it.</summary>
/// <param name="Reference">The row that it is the ratio to.</param>
/// <param name="Launches">How many launches of each process it is from.</param>
/// <param name="Estimate">The ratio; null where the race had no rounds.</param>
/// <param name="IsReference">Whether it is the reference's own.</param>
/// <param name="Again">Of the reference: the ratio of its second lane, which shows the race's own error; null where it has none.</param>
internal sealed record RaceRatio(string Reference, int Launches, RatioEstimate? Estimate, bool IsReference, RatioEstimate? Again = null)
{
    /// <summary>Whether the interval can't tell who is faster.</summary>
    public bool IsOpen => !IsReference && Estimate?.Verdict == Verdict.CannotTell;
}

/// <summary>The ratios of a run's rows: from races beside it, and where a table has none of these, from the run itself.</summary>
internal sealed class RaceRatios
{
    private readonly Dictionary<(string Runtime, string Case), RaceRatio> _ratios = [];

    /// <param name="run">The run.</param>
    /// <param name="races">Races on the machine of the run.</param>
    public RaceRatios(RunResults run, IReadOnlyList<RaceResults> races)
    {
        // A race with another environment, such as a switch of the runtime, says nothing of the run.
        foreach (RaceResults results in races.Where(results => results.Environment.Count == 0))
        {
            foreach (RaceResult race in results.Races.Where(race => !race.Interrupted))
            {
                // The reference comes first.
                RaceRow reference = race.Rows[0];
                foreach (RaceRow row in race.Rows.Where(row => row.Outcome == CaseOutcome.Measured))
                {
                    _ratios.TryAdd(
                        (results.RuntimeOf(race).Id, row.Case),
                        row == reference
                            ? new RaceRatio(reference.Name, results.Launches, new RatioEstimate(1, 1, 1), true, race.Again)
                            : new RaceRatio(reference.Name, results.Launches, row.Ratio, false));
                }
            }
        }

        foreach (IGrouping<(string, string), CaseResult> table in run.Cases.GroupBy(row => (row.Scenario, row.Runtime)))
        {
            foreach (CaseResult row in table.Any(row => Of(row) is not null) ? [] : table.Where(row => row.Ratio is not null))
            {
                _ratios.Add(
                    (row.Runtime, row.Case),
                    new RaceRatio(row.Reference!, run.Race?.Launches ?? 0, row.Ratio, row.Reference == row.Row, row.Again));
            }
        }
    }

    /// <summary>The ratio of a row; null where it did not race.</summary>
    public RaceRatio? Of(CaseResult row) => _ratios.GetValueOrDefault((row.Runtime, row.Case));

    /// <summary>Where the ratios of some rows come from; null where there are none.</summary>
    public string? Note(IEnumerable<CaseResult> rows)
    {
        RaceRatio[] raced = [.. rows.Select(Of).OfType<RaceRatio>()];
        string references = string.Join(" or ", raced.Select(ratio => ratio.Reference).Distinct());
        string launches = string.Join(" or ", raced.Select(ratio => ratio.Launches).Distinct().Order());
        return raced.Length == 0 ? null
            : $"Ratio: time divided by {references}'s, in alternating slices, {launches} launches: smaller is faster; "
                + $"{Format.CannotTell} where the interval can't tell. A row \"(again)\" is the reference against itself.";
    }
}
