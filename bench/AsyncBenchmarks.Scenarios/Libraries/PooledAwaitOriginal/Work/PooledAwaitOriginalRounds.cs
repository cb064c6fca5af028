extern alias OriginalPooledAwait;

using AsyncBenchmarks.Bodies;
using OriginalPooledAwait::PooledAwait;

namespace AsyncBenchmarks.Libraries;

/// <summary>As the original's PooledValueTasks.</summary>
internal readonly struct PooledAwaitOriginalRounds
    : IAwaitRounds<PooledValueTaskSource, PooledValueTaskSource<Vector4>, PooledValueTaskSource<object>>
{
    public PooledValueTaskSource CreateVoid() => PooledValueTaskSource.Create();

    public PooledValueTaskSource<Vector4> CreateVector() => PooledValueTaskSource<Vector4>.Create();

    public PooledValueTaskSource<object> CreateObject() => PooledValueTaskSource<object>.Create();

    public void Complete(PooledValueTaskSource source) => source.SetResult();

    public void Complete(PooledValueTaskSource<Vector4> source, Vector4 value) => source.SetResult(value);

    public void Complete(PooledValueTaskSource<object> source, object value) => source.SetResult(value);

    public void StartPending()
    {
        ResultTaker.Forget(WaitForGate());
        ResultTaker<Vector4>.Forget(VectorBehindGate());
        ResultTaker<object>.Forget(ObjectBehindGate());
    }

    public void StartResolved()
    {
        ResultTaker.Forget(Nothing());
        ResultTaker<Vector4>.Forget(Vector());
        ResultTaker<object>.Forget(Object());
    }

    public void AwaitPending(RoundSources<PooledValueTaskSource, PooledValueTaskSource<Vector4>, PooledValueTaskSource<object>> sources, int first, int rounds) => ResultTaker.Forget(AwaitAll(sources, first, rounds));

    public void AwaitResolved(int rounds) => ResultTaker.Forget(AwaitAll(rounds));

    private static async PooledValueTask WaitForGate()
    {
        await Gate.Current;
        RoundTally.Add();
    }

    private static async PooledValueTask<Vector4> VectorBehindGate()
    {
        await Gate.Current;
        RoundTally.Add();
        return RoundTally.Vector;
    }

    private static async PooledValueTask<object> ObjectBehindGate()
    {
        await Gate.Current;
        RoundTally.Add();
        return RoundTally.Object;
    }

#pragma warning disable CS1998 // Awaiting nothing is what is measured.
    private static async PooledValueTask Nothing() => RoundTally.Add();

    private static async PooledValueTask<Vector4> Vector()
    {
        RoundTally.Add();
        return RoundTally.Vector;
    }

    private static async PooledValueTask<object> Object()
    {
        RoundTally.Add();
        return RoundTally.Object;
    }
#pragma warning restore CS1998

    private static async PooledValueTask AwaitAll(RoundSources<PooledValueTaskSource, PooledValueTaskSource<Vector4>, PooledValueTaskSource<object>> sources, int first, int rounds)
    {
        for (int index = first; index < first + rounds; index++)
        {
            await sources.Voids[index].Task;
            RoundTally.Add();
            RoundTally.Add(await sources.Vectors[index].Task);
            RoundTally.Add(await sources.Objects[index].Task);
        }
    }

    private static async PooledValueTask AwaitAll(int rounds)
    {
        for (int round = 0; round < rounds; round++)
        {
            await default(PooledValueTask);
            RoundTally.Add();
            RoundTally.Add(await new PooledValueTask<Vector4>(RoundTally.Vector));
            RoundTally.Add(await new PooledValueTask<object>(RoundTally.Object));
        }
    }
}
