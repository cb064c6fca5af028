using System;

namespace AsyncBenchmarks.Bodies;

/// <summary>
/// N rounds of three operations are one benchmark. One run does it several times where N is small: a run of microseconds
/// can't be timed by itself, and what it needs is made before.
/// </summary>
internal abstract class RoundsWorkload : Workload
{
    protected const int OperationsPerRound = 3;

    // Enough for milliseconds; few enough that the operations in flight fit into any library's pool.
    private static readonly int s_roundsPerRun = Haste.IsStepped ? 500 : 5_000;

    /// <param name="rounds">N.</param>
    protected RoundsWorkload(int rounds) => Rounds = rounds;

    public sealed override int OperationsPerRun => Math.Max(1, s_roundsPerRun / Rounds);

    public override bool NeedsPreparation => true;

    public sealed override int SizeAlone => Rounds;

    /// <summary>N.</summary>
    protected int Rounds { get; }

    /// <summary>The most rounds that are ever prepared.</summary>
    protected int Capacity => Rounds * OperationsPerRun;

    public override void Setup()
    {
        RoundTally.Reset();
        Reserve();
    }

    public sealed override void Prepare() => Prepare(OperationsPerRun, Rounds);

    public sealed override void Run() => Run(OperationsPerRun, Rounds);

    public sealed override void RunAlone(int size)
    {
        Prepare(1, size);
        Run(1, size);
        Clear();
    }

    /// <summary>Makes room for the most that is ever prepared.</summary>
    protected virtual void Reserve()
    {
    }

    /// <summary>Makes what the next run needs.</summary>
    protected virtual void Prepare(int times, int rounds)
    {
    }

    /// <summary>Does one benchmark, all of it but the count.</summary>
    /// <param name="time">Which of those that were prepared.</param>
    /// <param name="rounds">N.</param>
    protected abstract void RunOne(int time, int rounds);

    /// <summary>Keeps nothing that was prepared.</summary>
    protected virtual void Clear()
    {
    }

    private void Run(int times, int rounds)
    {
        for (int time = 0; time < times; time++)
        {
            RunOne(time, rounds);
            RoundTally.Demand(rounds * OperationsPerRound);
        }
    }
}
