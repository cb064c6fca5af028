using AsyncBenchmarks.Bodies;
using RSG;

namespace AsyncBenchmarks.Libraries;

/// <summary>As promises, which are their own sources. A value from a continuation is wrapped in one where there is no other way.</summary>
internal readonly struct RsgPromiseRounds : IChainRounds<Promise, Promise<Vector4>, Promise<object>>
{
    private static readonly RoundSources<Promise, Promise<Vector4>, Promise<object>> s_sources = new();
    private static readonly IPromise s_nothing = Promise.Resolved();
    private static readonly IPromise<Vector4> s_vector = Promise<Vector4>.Resolved(RoundTally.Vector);
    private static readonly IPromise<object> s_object = Promise<object>.Resolved(RoundTally.Object);

    public RoundSources<Promise, Promise<Vector4>, Promise<object>> Sources => s_sources;

    public Promise CreateVoid() => new();

    public Promise<Vector4> CreateVector() => new();

    public Promise<object> CreateObject() => new();

    public void Complete(Promise source) => source.Resolve();

    public void Complete(Promise<Vector4> source, Vector4 value) => source.Resolve(value);

    public void Complete(Promise<object> source, object value) => source.Resolve(value);

    public void ChainFromValue(Promise<object> root, int rounds)
    {
        IPromise<object> last = root;
        for (int round = 0; round < rounds; round++)
        {
            last = last
                .Then(static value => RoundTally.Add(value))
                .Then(static () =>
                {
                    RoundTally.Add();
                    return Promise<Vector4>.Resolved(RoundTally.Vector);
                })
                .Then(static value =>
                {
                    RoundTally.Add(value);
                    return RoundTally.Object;
                });
        }

        last.Done();
    }

    public void ChainResolved(Promise<object> root, int rounds)
    {
        IPromise<object> last = root;
        for (int round = 0; round < rounds; round++)
        {
            last = last
                .Then(static value =>
                {
                    RoundTally.Add(value);
                    return s_nothing;
                })
                .Then(static () =>
                {
                    RoundTally.Add();
                    return s_vector;
                })
                .Then(static value =>
                {
                    RoundTally.Add(value);
                    return s_object;
                });
        }

        last.Done();
    }

    public void ChainPending(Promise<object> root, int rounds)
    {
        IPromise<object> last = root;
        for (int round = 0; round < rounds; round++)
        {
            last = last
                .Then(static value =>
                {
                    RoundTally.Add(value);
                    return (IPromise)s_sources.NextVoid();
                })
                .Then(static () =>
                {
                    RoundTally.Add();
                    return (IPromise<Vector4>)s_sources.NextVector();
                })
                .Then(static value =>
                {
                    RoundTally.Add(value);
                    return (IPromise<object>)s_sources.NextObject();
                });
        }

        last.Done();
    }
}
