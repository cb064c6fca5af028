using System.Collections.Generic;
using System.Linq;

namespace AsyncBenchmarks.Results;

/// <summary>Why times of two results may not be comparable, although their bytes are.</summary>
internal static class ComparisonWarnings
{
    public static IEnumerable<string> Of(MergedResults before, MergedResults after)
    {
        MachineResults[] machines = [.. before.Machines, .. after.Machines];
        RunResults[] runs = [.. machines.SelectMany(machine => machine.Runs)];
        string[] names = [.. machines.Select(machine => machine.Name).Distinct()];
        if (before.Machines.Count == 1 && after.Machines.Count == 1 && names.Length > 1)
        {
            yield return $"The machines differ: \"{names[0]}\", then \"{names[1]}\". Their times can't be compared; bytes can, on the same runtime.";
        }

        if (runs.Length > 0)
        {
            yield return "Times of two runs are comparable only if the machine kept its speed, which many don't for two minutes. "
                + "Bytes are exact. To know who is faster, compare two races.";
        }

        if (runs.Any(run => run.Kind == RunKind.Smoke))
        {
            yield return "A smoke run is among them: its times mean nothing and are not compared.";
        }

        if (runs.Any(run => run.Kind == RunKind.Quick))
        {
            yield return "A quick run is among them, with one launch per case: the intervals leave out what differs between launches.";
        }

        foreach (string warning in runs.SelectMany(run => run.Warnings)
            .Concat(machines.SelectMany(machine => machine.Races).SelectMany(races => races.Warnings))
            .Distinct())
        {
            yield return warning;
        }

        foreach (RaceResult race in machines.SelectMany(machine => machine.Races).SelectMany(races => races.Races))
        {
            if (race.Disturbed > RaceResult.WorthAWarning)
            {
                yield return $"{race.Title}: the machine was not quiet during the race.";
            }
        }
    }
}
