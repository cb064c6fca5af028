using System.Collections.Generic;
using System.Linq;
using AsyncBenchmarks.Results;

namespace AsyncBenchmarks.Reports;

/// <summary>The ratios that races found, by the rows of a run.</summary>
internal sealed class RaceRatios
{
    private readonly Dictionary<(string Runtime, string Case), RaceRatio> _ratios = [];

    /// <param name="races">Races on the machine of the run.</param>
    public RaceRatios(IReadOnlyList<RaceResults> races)
    {
        foreach (RaceResults results in races)
        {
            foreach (RaceResult race in results.Races.Where(race => !race.Interrupted))
            {
                // The reference comes first; the lane in which it raced against itself has its case too, and is not it.
                foreach (RaceRow row in race.Rows.Where(row => row.Outcome == CaseOutcome.Measured))
                {
                    RaceRatio ratio = new(race.Rows[0].Name, results.Launches, row == race.Rows[0] ? new RatioEstimate(1, 1, 1) : row.Ratio);
                    _ratios.TryAdd((results.RuntimeOf(race).Id, row.Case), ratio);
                }
            }
        }
    }

    /// <summary>What the race says of a row; null where it did not race.</summary>
    public RaceRatio? Of(CaseResult row) => _ratios.GetValueOrDefault((row.Runtime, row.Case));
}
