using System.Collections.Generic;
using System.Linq;

namespace AsyncBenchmarks.Results;

/// <summary>What a comparison needs of a case, of a run or of a race.</summary>
/// <param name="Times">Times, or in a race ratios to the reference, a list per launch; empty where they mean nothing.</param>
/// <param name="Reference">In a race, what the ratios are to.</param>
/// <param name="Allocated">Allocated bytes.</param>
/// <param name="Survived">Survived bytes.</param>
internal sealed record CaseNumbers(
    IReadOnlyList<IReadOnlyList<double>> Times,
    string? Reference,
    long? Allocated,
    long? Survived)
{
    /// <summary>Every case with numbers, by a name that is its own.</summary>
    public static Dictionary<string, CaseNumbers> Of(MergedResults results, bool withMachine)
    {
        Dictionary<string, CaseNumbers> cases = [];
        foreach (MachineResults machine in results.Machines)
        {
            string suffix = withMachine ? $" ({machine.Name})" : "";
            foreach (RunResults run in machine.Runs)
            {
                foreach (CaseResult row in run.Cases.Where(row => row.Measurement is not null))
                {
                    cases.Add($"{row.Case} on {row.Runtime}{suffix}", OfRun(run.Kind, row.Measurement!));
                }
            }

            foreach (RaceResults races in machine.Races)
            {
                foreach (RaceResult race in races.Races)
                {
                    foreach (RaceRow row in race.Rows.Where(row => row.Ratio is not null))
                    {
                        // Not by the case: the reference races twice, the second time against itself.
                        cases.Add($"{race.Title}: {row.Name} raced on {races.RuntimeOf(race).Id}{suffix}", OfRace(race, row));
                    }
                }
            }
        }

        return cases;
    }

    private static CaseNumbers OfRun(RunKind kind, Measurement measured) =>
        new(kind == RunKind.Smoke ? [] : measured.Iterations, null, measured.Allocated, measured.Survived);

    private static CaseNumbers OfRace(RaceResult race, RaceRow row) =>
        new([.. row.Ratios.Where(rounds => rounds.Count > 0)], race.Rows[0].Name, row.Allocated, null);
}
