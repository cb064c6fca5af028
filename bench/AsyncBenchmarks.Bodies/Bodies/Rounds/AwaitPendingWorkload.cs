namespace AsyncBenchmarks.Bodies;

/// <summary>One async method awaits pending operations one after the other; after it has begun they are completed in order.</summary>
internal sealed class AwaitPendingWorkload<TBody, TVoid, TVector, TObject>(int rounds) : RoundsWorkload(rounds)
    where TBody : struct, IAwaitRounds<TVoid, TVector, TObject>
{
    private readonly RoundSources<TVoid, TVector, TObject> _sources = new();

    protected override void Reserve() => _sources.Reserve(Capacity);

    protected override void Prepare(int times, int rounds) => _sources.Fill<TBody>(times * rounds);

    protected override void RunOne(int time, int rounds)
    {
        default(TBody).AwaitPending(_sources, time * rounds, rounds);
        _sources.Complete<TBody>(time * rounds, rounds);
    }

    protected override void Clear() => _sources.Clear();
}
