using AsyncBenchmarks.Bodies;
using PooledAwait;

namespace AsyncBenchmarks.Libraries;

/// <summary>As PooledValueTasks.</summary>
internal readonly struct PooledAwaitRounds
    : IAwaitRounds<PooledValueTaskSource, PooledValueTaskSource<Vector4>, PooledValueTaskSource<object>>,
    IChainRounds<PooledValueTaskSource, PooledValueTaskSource<Vector4>, PooledValueTaskSource<object>>
{
    private static readonly RoundSources<PooledValueTaskSource, PooledValueTaskSource<Vector4>, PooledValueTaskSource<object>> s_sources = new();

    public RoundSources<PooledValueTaskSource, PooledValueTaskSource<Vector4>, PooledValueTaskSource<object>> Sources => s_sources;

    public PooledValueTaskSource CreateVoid() => PooledValueTaskSource.Create();

    public PooledValueTaskSource<Vector4> CreateVector() => PooledValueTaskSource<Vector4>.Create();

    public PooledValueTaskSource<object> CreateObject() => PooledValueTaskSource<object>.Create();

    public void Complete(PooledValueTaskSource source) => source.SetResult();

    public void Complete(PooledValueTaskSource<Vector4> source, Vector4 value) => source.SetResult(value);

    public void Complete(PooledValueTaskSource<object> source, object value) => source.SetResult(value);

    public void StartPending()
    {
        WaitForGate().Forget();
        VectorBehindGate().Forget();
        ObjectBehindGate().Forget();
    }

    public void StartResolved()
    {
        Nothing().Forget();
        Vector().Forget();
        Object().Forget();
    }

    public void AwaitPending(RoundSources<PooledValueTaskSource, PooledValueTaskSource<Vector4>, PooledValueTaskSource<object>> sources, int first, int rounds) => AwaitAll(sources, first, rounds).Forget();

    public void AwaitResolved(int rounds) => AwaitAll(rounds).Forget();

    public void ChainFromValue(PooledValueTaskSource<object> root, int rounds)
    {
        PooledValueTask<object> last = root.PooledTask;
        for (int round = 0; round < rounds; round++)
        {
            last = last
                .Then(static value => RoundTally.Add(value))
                .Then(static () =>
                {
                    RoundTally.Add();
                    return RoundTally.Vector;
                })
                .Then(static value =>
                {
                    RoundTally.Add(value);
                    return RoundTally.Object;
                });
        }

        last.Forget();
    }

    public void ChainResolved(PooledValueTaskSource<object> root, int rounds)
    {
        PooledValueTask<object> last = root.PooledTask;
        for (int round = 0; round < rounds; round++)
        {
            last = last
                .Then(static value =>
                {
                    RoundTally.Add(value);
                    return default(PooledValueTask);
                })
                .Then(static () =>
                {
                    RoundTally.Add();
                    return new PooledValueTask<Vector4>(RoundTally.Vector);
                })
                .Then(static value =>
                {
                    RoundTally.Add(value);
                    return new PooledValueTask<object>(RoundTally.Object);
                });
        }

        last.Forget();
    }

    public void ChainPending(PooledValueTaskSource<object> root, int rounds)
    {
        PooledValueTask<object> last = root.PooledTask;
        for (int round = 0; round < rounds; round++)
        {
            last = last
                .Then(static value =>
                {
                    RoundTally.Add(value);
                    return s_sources.NextVoid().PooledTask;
                })
                .Then(static () =>
                {
                    RoundTally.Add();
                    return s_sources.NextVector().PooledTask;
                })
                .Then(static value =>
                {
                    RoundTally.Add(value);
                    return s_sources.NextObject().PooledTask;
                });
        }

        last.Forget();
    }

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
            await sources.Voids[index].PooledTask;
            RoundTally.Add();
            RoundTally.Add(await sources.Vectors[index].PooledTask);
            RoundTally.Add(await sources.Objects[index].PooledTask);
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
