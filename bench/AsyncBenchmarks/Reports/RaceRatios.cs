using AsyncBenchmarks.Results;

namespace AsyncBenchmarks.Reports;

/// <summary>A row's ratio as a race found it.</summary>
/// <param name="Reference">The row that it is the ratio to.</param>
/// <param name="Launches">How many launches of each process it is from.</param>
/// <param name="Estimate">The ratio; null where the race had no rounds.</param>
/// <param name="IsReference">Whether it is the reference's own.</param>
internal sealed record RaceRatio(string Reference, int Launches, RatioEstimate? Estimate, bool IsReference)
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
                // The reference comes first; the lane in which it raced against itself has its case too, and is not it.
                foreach (RaceRow row in race.Rows.Where(row => row.Outcome == CaseOutcome.Measured))
                {
                    bool isReference = row == race.Rows[0];
                    RatioEstimate? estimate = isReference ? new RatioEstimate(1, 1, 1) : row.Ratio;
                    _ratios.TryAdd(
                        (results.RuntimeOf(race).Id, row.Case), new RaceRatio(race.Rows[0].Name, results.Launches, estimate, isReference));
                }
            }
        }

        foreach (IGrouping<(string, string), CaseResult> table in run.Cases.GroupBy(row => (row.Scenario, row.Runtime)))
        {
            foreach (CaseResult row in table.Any(row => Of(row) is not null) ? [] : table.Where(row => row.Ratio is not null))
            {
                _ratios.Add(
                    (row.Runtime, row.Case), new RaceRatio(row.Reference!, run.Race?.Launches ?? 0, row.Ratio, row.Reference == row.Row));
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
            : $"Ratio: time against {references}'s in alternating slices, {launches} launches; "
                + $"{Format.CannotTell} where the interval can't tell.";
    }
}
