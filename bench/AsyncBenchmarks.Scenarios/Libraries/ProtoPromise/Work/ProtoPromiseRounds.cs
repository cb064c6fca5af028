using AsyncBenchmarks.Bodies;
using Proto.Promises;

namespace AsyncBenchmarks.Libraries;

/// <summary>As promises.</summary>
internal readonly struct ProtoPromiseRounds
    : IAwaitRounds<Promise.Deferred, Promise<Vector4>.Deferred, Promise<object>.Deferred>,
    IChainRounds<Promise.Deferred, Promise<Vector4>.Deferred, Promise<object>.Deferred>
{
    private static readonly RoundSources<Promise.Deferred, Promise<Vector4>.Deferred, Promise<object>.Deferred> s_sources = new();

    public RoundSources<Promise.Deferred, Promise<Vector4>.Deferred, Promise<object>.Deferred> Sources => s_sources;

    public Promise.Deferred CreateVoid() => Promise.NewDeferred();

    public Promise<Vector4>.Deferred CreateVector() => Promise<Vector4>.NewDeferred();

    public Promise<object>.Deferred CreateObject() => Promise<object>.NewDeferred();

    public void Complete(Promise.Deferred source) => source.Resolve();

    public void Complete(Promise<Vector4>.Deferred source, Vector4 value) => source.Resolve(value);

    public void Complete(Promise<object>.Deferred source, object value) => source.Resolve(value);

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

    public void AwaitPending(RoundSources<Promise.Deferred, Promise<Vector4>.Deferred, Promise<object>.Deferred> sources, int first, int rounds) => AwaitAll(sources, first, rounds).Forget();

    public void AwaitResolved(int rounds) => AwaitAll(rounds).Forget();

    public void ChainFromValue(Promise<object>.Deferred root, int rounds)
    {
        Promise<object> last = root.Promise;
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

    public void ChainResolved(Promise<object>.Deferred root, int rounds)
    {
        Promise<object> last = root.Promise;
        for (int round = 0; round < rounds; round++)
        {
            last = last
                .Then(static value =>
                {
                    RoundTally.Add(value);
                    return Promise.Resolved();
                })
                .Then(static () =>
                {
                    RoundTally.Add();
                    return Promise.Resolved(RoundTally.Vector);
                })
                .Then(static value =>
                {
                    RoundTally.Add(value);
                    return Promise.Resolved(RoundTally.Object);
                });
        }

        last.Forget();
    }

    public void ChainPending(Promise<object>.Deferred root, int rounds)
    {
        Promise<object> last = root.Promise;
        for (int round = 0; round < rounds; round++)
        {
            last = last
                .Then(static value =>
                {
                    RoundTally.Add(value);
                    return s_sources.NextVoid().Promise;
                })
                .Then(static () =>
                {
                    RoundTally.Add();
                    return s_sources.NextVector().Promise;
                })
                .Then(static value =>
                {
                    RoundTally.Add(value);
                    return s_sources.NextObject().Promise;
                });
        }

        last.Forget();
    }

    private static async Promise WaitForGate()
    {
        await Gate.Current;
        RoundTally.Add();
    }

    private static async Promise<Vector4> VectorBehindGate()
    {
        await Gate.Current;
        RoundTally.Add();
        return RoundTally.Vector;
    }

    private static async Promise<object> ObjectBehindGate()
    {
        await Gate.Current;
        RoundTally.Add();
        return RoundTally.Object;
    }

#pragma warning disable CS1998 // Awaiting nothing is what is measured.
    private static async Promise Nothing() => RoundTally.Add();

    private static async Promise<Vector4> Vector()
    {
        RoundTally.Add();
        return RoundTally.Vector;
    }

    private static async Promise<object> Object()
    {
        RoundTally.Add();
        return RoundTally.Object;
    }
#pragma warning restore CS1998

    private static async Promise AwaitAll(RoundSources<Promise.Deferred, Promise<Vector4>.Deferred, Promise<object>.Deferred> sources, int first, int rounds)
    {
        for (int index = first; index < first + rounds; index++)
        {
            await sources.Voids[index].Promise;
            RoundTally.Add();
            RoundTally.Add(await sources.Vectors[index].Promise);
            RoundTally.Add(await sources.Objects[index].Promise);
        }
    }

    private static async Promise AwaitAll(int rounds)
    {
        for (int round = 0; round < rounds; round++)
        {
            await Promise.Resolved();
            RoundTally.Add();
            RoundTally.Add(await Promise.Resolved(RoundTally.Vector));
            RoundTally.Add(await Promise.Resolved(RoundTally.Object));
        }
    }
}
