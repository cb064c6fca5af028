using AsyncBenchmarks.Results;

namespace AsyncBenchmarks.Conditions;

/// <summary>Says where the machine was not what a measurement needs: idle but for it, and of one speed.</summary>
internal static class QuietnessWarnings
{
    /// <summary>The share of the machine that others may have: what a system does by itself is below it.</summary>
    public const double Tolerable = 0.05;

    private const double TolerableDrift = 1.1;

    /// <summary>Before anything is measured.</summary>
    public static string? Of(MachineState before) => before.Others > Tolerable
        ? FormattableString.Invariant(
            $"The machine is not quiet: others have {before.Others * 100:0} % of its time. Times will be too long; ratios hold.")
        : null;

    /// <summary>Of all that is known so far.</summary>
    /// <param name="sessions">The machine before and after.</param>
    /// <param name="cases">The cases.</param>
    public static IReadOnlyList<string> Of(IReadOnlyList<Session> sessions, IReadOnlyList<CaseResult> cases) =>
        [.. new[] { Others(sessions, [.. cases.Select(row => row.Measurement).OfType<Measurement>()]), Drift(sessions) }.OfType<string>()];

    private static string? Others(IReadOnlyList<Session> sessions, IReadOnlyList<Measurement> cases)
    {
        int disturbed = cases.Count(measured => measured.Disturbed > Tolerable);
        double worst = cases.Select(measured => measured.Disturbed).DefaultIfEmpty().Max();
        MachineState? busy = States(sessions).FirstOrDefault(state => state.Others > Tolerable);
        return disturbed > 0
            ? FormattableString.Invariant(
                $"the machine was not quiet: others had over {Tolerable * 100:0} % during {disturbed} of {cases.Count} cases")
                + FormattableString.Invariant($", {worst * 100:0} % at worst")
            : busy is null ? null
            : FormattableString.Invariant(
                $"the machine was not quiet: before or after, others had {busy.Others * 100:0} % of its processor time");
    }

    private static string? Drift(IReadOnlyList<Session> sessions)
    {
        double[] spins = [.. States(sessions).Select(state => state.SpinNanoseconds)];
        return spins.Length > 0 && spins.Max() > spins.Min() * TolerableDrift
            ? FormattableString.Invariant(
                $"the processor changed its speed: a turn of the same loop took between {spins.Min():0.00} and {spins.Max():0.00} ns")
            : null;
    }

    private static IEnumerable<MachineState> States(IReadOnlyList<Session> sessions) =>
        sessions.SelectMany(session => new[] { session.Before, session.After }).OfType<MachineState>();
}
