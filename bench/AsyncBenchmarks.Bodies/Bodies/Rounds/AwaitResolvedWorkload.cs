namespace AsyncBenchmarks.Bodies;

/// <summary>One async method awaits operations that are complete.</summary>
internal sealed class AwaitResolvedWorkload<TBody, TVoid, TVector, TObject>(int rounds) : RoundsWorkload(rounds)
    where TBody : struct, IAwaitRounds<TVoid, TVector, TObject>
{
    public override bool NeedsPreparation => false;

    protected override void RunOne(int time, int rounds) => default(TBody).AwaitResolved(rounds);
}
