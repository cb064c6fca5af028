namespace AsyncBenchmarks.Conditions;

/// <summary>Watches what else the machine does, and how fast its processor is.</summary>
internal static class MachineWatch
{
    // The system counts in hundredths of a second.
    private static readonly TimeSpan s_look = TimeSpan.FromMilliseconds(500);

    private const int Turns = 200_000;
    private const int Tries = 7;

    private static ulong s_sink;

    public static async Task<MachineState> LookAsync(CancellationToken cancellationToken)
    {
        ProcessorUse? before = ProcessorUse.Read();
        await Task.Delay(s_look, cancellationToken);
        double? others = ProcessorUse.Others(before, ProcessorUse.Read());
        return new MachineState(DateTimeOffset.UtcNow, others, SpinNanoseconds());
    }

    /// <summary>What a turn of a loop takes that is always the same work. The best of a few tries, which the system did not
    /// interrupt.</summary>
    private static double SpinNanoseconds()
    {
        long best = long.MaxValue;
        for (int i = 0; i < Tries; i++)
        {
            long start = Stopwatch.GetTimestamp();
            s_sink = Spin(s_sink | 1, Turns);
            best = Math.Min(best, Stopwatch.GetTimestamp() - start);
        }

        return best * 1e9 / Stopwatch.Frequency / Turns;
    }

    // Each turn needs the one before it, so the processor can't do two at a time. Compiled once: no tier changes it on the way.
    [MethodImpl(MethodImplOptions.NoInlining | MethodImplOptions.AggressiveOptimization)]
    private static ulong Spin(ulong value, int turns)
    {
        for (int i = 0; i < turns; i++)
        {
            value ^= value << 13;
            value ^= value >> 7;
            value ^= value << 17;
        }

        return value;
    }
}

/// <summary>Says where the machine was not what a measurement needs: idle but for it, and of one speed.</summary>
internal static class QuietnessWarnings
{
    /// <summary>The share of the machine that others may have: what a system does by itself is below it.</summary>
    public const double Tolerable = 0.05;

    private const double TolerableDrift = 1.1;

    public static string? Of(MachineState before) => before.Others > Tolerable
        ? FormattableString.Invariant(
            $"The machine is not quiet: other programs take {before.Others * 100:0} % of its time. Times will be too long; ratios hold.")
        : null;

    public static IReadOnlyList<string> Of(IReadOnlyList<Session> sessions, IReadOnlyList<CaseResult> cases) =>
        [.. new[] { Others(sessions, [.. cases.Select(row => row.Measurement).OfType<Measurement>()]), Drift(sessions) }.OfType<string>()];

    private static string? Others(IReadOnlyList<Session> sessions, IReadOnlyList<Measurement> cases)
    {
        int disturbed = cases.Count(measured => measured.Disturbed > Tolerable);
        double worst = cases.Select(measured => measured.Disturbed).DefaultIfEmpty().Max();
        MachineState? busy = States(sessions).FirstOrDefault(state => state.Others > Tolerable);
        return disturbed > 0
            ? FormattableString.Invariant(
                $"the machine was not quiet: other programs took over {Tolerable * 100:0} % of the processor time ")
                + FormattableString.Invariant($"during {disturbed} of {cases.Count} cases")
                + FormattableString.Invariant($", {worst * 100:0} % at worst")
            : busy is null ? null
            : FormattableString.Invariant(
                $"the machine was not quiet: before or after, other programs took {busy.Others * 100:0} % of the processor time");
    }

    private static string? Drift(IReadOnlyList<Session> sessions)
    {
        double[] spins = [.. States(sessions).Select(state => state.SpinNanoseconds)];
        return spins.Length > 0 && spins.Max() > spins.Min() * TolerableDrift
            ? FormattableString.Invariant(
                $"the processor changed its speed: one iteration of the loop took between {spins.Min():0.00} and {spins.Max():0.00} ns")
            : null;
    }

    private static IEnumerable<MachineState> States(IReadOnlyList<Session> sessions) =>
        sessions.SelectMany(session => new[] { session.Before, session.After }).OfType<MachineState>();
}
