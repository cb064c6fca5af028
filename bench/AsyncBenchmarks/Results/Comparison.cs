namespace AsyncBenchmarks.Results;

/// <summary>
/// The changes from one result to another: of bytes, and of raced ratios. Times of two runs are not compared, because machines change
/// their speed.
/// </summary>
/// <param name="Cases">The cases that both have numbers for.</param>
/// <param name="OnlyBefore">Cases that only the first has numbers for.</param>
/// <param name="OnlyAfter">Cases that only the second has numbers for.</param>
/// <param name="Warnings">Why the times may not be comparable.</param>
public sealed record Comparison(
    IReadOnlyList<ComparedCase> Cases,
    IReadOnlyList<string> OnlyBefore,
    IReadOnlyList<string> OnlyAfter,
    IReadOnlyList<string> Warnings)
{
    /// <summary>The runs and races of the first.</summary>
    public string Before { get; private init; } = "";

    /// <summary>The runs and races of the second.</summary>
    public string After { get; private init; } = "";

    /// <summary>Whether something became slower past the threshold, or takes more bytes.</summary>
    public bool IsWorse => Cases.Any(row => row.IsWorse);

    /// <summary>Compares case by case.</summary>
    /// <param name="before">The first.</param>
    /// <param name="after">The second.</param>
    /// <param name="threshold">A case is slower only if its whole interval is above 1 plus this.</param>
    public static Comparison Of(MergedResults before, MergedResults after, double threshold)
    {
        // One machine each: what they are compared for, whatever the machines are.
        bool isPair = before.Machines.Count == 1 && after.Machines.Count == 1;
        Dictionary<string, CaseNumbers> first = CaseNumbers.Of(before, withMachine: !isPair);
        Dictionary<string, CaseNumbers> second = CaseNumbers.Of(after, withMachine: !isPair);
        ComparedCase[] both =
        [
            .. first.Where(pair => second.ContainsKey(pair.Key))
                .Select(pair => ComparedCase.Of(pair.Key, pair.Value, second[pair.Key], threshold)),
        ];
        return new Comparison(
            both,
            [.. first.Keys.Except(second.Keys)],
            [.. second.Keys.Except(first.Keys)],
            [.. Warn(before, after)])
        {
            Before = Describe(before),
            After = Describe(after),
        };
    }

    private static string Describe(MergedResults results) => string.Join("; ", results.Machines.Select(machine =>
    {
        CaseResult[] rows = [.. machine.Runs.SelectMany(run => run.Cases).Where(row => row.Measurement is not null)];
        string run = $"a run of {Names(rows.Select(row => row.Scenario))} on {Names(rows.Select(row => row.Runtime))}";
        string[] parts =
        [
            .. rows.Length > 0 ? [run] : Array.Empty<string>(),
            .. machine.Races.Select(races => $"races of {Names(races.Races.Select(race => race.Title))} on "
                + Names(races.Races.Select(race => races.RuntimeOf(race).Id))),
        ];
        return (parts.Length > 0 ? string.Join(", ", parts) : "no numbers") + (results.Machines.Count > 1 ? ", " + machine.Name : "");
    }));

    private static string Names(IEnumerable<string> names) => string.Join(", ", names.Distinct());

    /// <summary>Why times may not be comparable, although bytes are.</summary>
    private static IEnumerable<string> Warn(MergedResults before, MergedResults after)
    {
        MachineResults[] machines = [.. before.Machines, .. after.Machines];
        string[] names = [.. machines.Select(machine => machine.Name).Distinct()];
        if (before.Machines.Count == 1 && after.Machines.Count == 1 && names.Length > 1)
        {
            yield return $"The machines differ: \"{names[0]}\", then \"{names[1]}\". "
                + "Their ratios can't be compared; bytes can, on the same runtime.";
        }

        foreach (string warning in machines.SelectMany(machine => machine.Runs).SelectMany(run => run.Warnings)
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

/// <summary>A case before and after.</summary>
/// <param name="Name">The case, where it ran, and whether in a race.</param>
/// <param name="Time">Its ratio to the reference after, divided by that before; null where they can't be compared.</param>
/// <param name="Reference">The row that the ratios are to.</param>
/// <param name="Allocated">Allocated bytes.</param>
/// <param name="Survived">Survived bytes.</param>
/// <param name="IsSlower">Whether the whole interval is past the threshold.</param>
/// <param name="IsFaster">The same in the other direction.</param>
/// <param name="Note">A remark about the ratio.</param>
public sealed record ComparedCase(
    string Name,
    RatioEstimate? Time,
    string? Reference,
    ComparedBytes Allocated,
    ComparedBytes Survived,
    bool IsSlower,
    bool IsFaster,
    string? Note)
{
    /// <summary>Whether it is slower past the threshold or takes more bytes.</summary>
    public bool IsWorse => IsSlower || Allocated.IsMore || Survived.IsMore;

    internal static ComparedCase Of(string name, CaseNumbers before, CaseNumbers after, double threshold)
    {
        bool isRaced = before.Ratio is not null && after.Ratio is not null;
        bool isSameReference = !isRaced || before.Reference == after.Reference;
        RatioEstimate? time = isRaced && isSameReference ? Divide(after.Ratio!, before.Ratio!) : null;
        return new ComparedCase(
            name,
            time,
            isRaced ? after.Reference : null,
            new ComparedBytes(before.Allocated, after.Allocated),
            new ComparedBytes(before.Survived, after.Survived),
            IsSlower: time?.Lower > 1 + threshold,
            IsFaster: time?.Upper < 1 / (1 + threshold),
            isSameReference ? null : $"the reference was {before.Reference}, then {after.Reference}");
    }

    // Two independent ratios: the squares of their logarithms' errors add up.
    private static RatioEstimate Divide(RatioEstimate after, RatioEstimate before)
    {
        double change = Math.Log(after.Median / before.Median);
        return new RatioEstimate(
            Math.Exp(change),
            Bound(-1, after.Median / after.Lower, before.Upper / before.Median),
            Bound(1, after.Upper / after.Median, before.Median / before.Lower));

        double? Bound(int direction, double? one, double? other) => one is { } mine && other is { } its
            ? Math.Exp(change + (direction * Math.Sqrt(Math.Pow(Math.Log(mine), 2) + Math.Pow(Math.Log(its), 2))))
            : null;
    }
}

/// <summary>Bytes before and after; they are exact, so any difference is one.</summary>
/// <param name="Before">Before; null where it is not known.</param>
/// <param name="After">After; null where it is not known.</param>
public sealed record ComparedBytes(long? Before, long? After)
{
    /// <summary>Whether there are more of them; what is known only once is not compared.</summary>
    public bool IsMore => After > Before;

    /// <summary>Whether there are fewer of them.</summary>
    public bool IsLess => After < Before;
}

/// <summary>The numbers of a case, from a run or a race, that a comparison uses.</summary>
/// <param name="Ratio">The raced ratio; null where there is none.</param>
/// <param name="Reference">The row that the ratio is to.</param>
/// <param name="Allocated">Allocated bytes.</param>
/// <param name="Survived">Survived bytes.</param>
internal sealed record CaseNumbers(RatioEstimate? Ratio, string? Reference, long? Allocated, long? Survived)
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
                    cases.Add($"{row.Case} on {row.Runtime}{suffix}", OfRun(row, row.Measurement!));
                }
            }

            foreach (RaceResults races in machine.Races)
            {
                string environment = string.Concat(races.Environment.Select(variable => $", {variable.Key}={variable.Value}"));
                foreach (RaceResult race in races.Races)
                {
                    foreach (RaceRow row in race.Rows.Where(row => row.Ratio is not null))
                    {
                        // Not by the case: the reference races twice, the second time against itself. A title is raced twice
                        // only if its results were merged: the first counts, as in the tables.
                        cases.TryAdd(
                            $"{race.Title}{environment}: {row.Name} raced on {races.RuntimeOf(race).Id}{suffix}",
                            new CaseNumbers(row.Ratio, race.Rows[0].Name, row.Allocated, null));
                    }
                }
            }
        }

        return cases;
    }

    private static CaseNumbers OfRun(CaseResult row, Measurement measured)
    {
        bool isRaced = row.Ratio is not null && row.Reference != row.Row;
        return new CaseNumbers(isRaced ? row.Ratio : null, isRaced ? row.Reference : null, measured.Allocated, measured.Survived);
    }
}
