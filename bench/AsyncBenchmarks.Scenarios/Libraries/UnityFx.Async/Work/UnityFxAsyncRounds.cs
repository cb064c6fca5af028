extern alias UnityFxAsync;

using AsyncBenchmarks.Bodies;
using UnityFxAsync::UnityFx.Async;
using UnityFxAsync::UnityFx.Async.Promises;

namespace AsyncBenchmarks.Libraries;

/// <summary>As operations, which are their own sources.</summary>
internal readonly struct UnityFxAsyncRounds
    : IAwaitRounds<AsyncCompletionSource, AsyncCompletionSource<Vector4>, AsyncCompletionSource<object>>,
    IChainRounds<AsyncCompletionSource, AsyncCompletionSource<Vector4>, AsyncCompletionSource<object>>
{
    private static readonly RoundSources<AsyncCompletionSource, AsyncCompletionSource<Vector4>, AsyncCompletionSource<object>> s_sources = new();
    private static readonly IAsyncOperation<Vector4> s_vector = AsyncResult.FromResult(RoundTally.Vector);
    private static readonly IAsyncOperation<object> s_object = AsyncResult.FromResult(RoundTally.Object);

    public RoundSources<AsyncCompletionSource, AsyncCompletionSource<Vector4>, AsyncCompletionSource<object>> Sources => s_sources;

    public AsyncCompletionSource CreateVoid() => new(AsyncOperationStatus.Running);

    public AsyncCompletionSource<Vector4> CreateVector() => new(AsyncOperationStatus.Running);

    public AsyncCompletionSource<object> CreateObject() => new(AsyncOperationStatus.Running);

    public void Complete(AsyncCompletionSource source) => source.SetCompleted();

    public void Complete(AsyncCompletionSource<Vector4> source, Vector4 value) => source.SetResult(value);

    public void Complete(AsyncCompletionSource<object> source, object value) => source.SetResult(value);

    public void StartPending()
    {
        WaitForGate().Done();
        VectorBehindGate().Done();
        ObjectBehindGate().Done();
    }

    public void StartResolved()
    {
        Nothing().Done();
        Vector().Done();
        Object().Done();
    }

    public void AwaitPending(RoundSources<AsyncCompletionSource, AsyncCompletionSource<Vector4>, AsyncCompletionSource<object>> sources, int first, int rounds) => AwaitAll(sources, first, rounds).Done();

    public void AwaitResolved(int rounds) => AwaitAll(rounds).Done();

    public void ChainFromValue(AsyncCompletionSource<object> root, int rounds)
    {
        IAsyncOperation<object> last = root;
        for (int round = 0; round < rounds; round++)
        {
            last = last
                .Then(static value => RoundTally.Add(value))
                .ContinueWith(
                    static _ =>
                    {
                        RoundTally.Add();
                        return RoundTally.Vector;
                    },
                    AsyncContinuationOptions.ExecuteSynchronously)
                .ContinueWith(
                    static previous =>
                    {
                        RoundTally.Add(previous.Result);
                        return RoundTally.Object;
                    },
                    AsyncContinuationOptions.ExecuteSynchronously);
        }

        last.Done();
    }

    public void ChainResolved(AsyncCompletionSource<object> root, int rounds)
    {
        IAsyncOperation<object> last = root;
        for (int round = 0; round < rounds; round++)
        {
            last = last
                .Then(static value =>
                {
                    RoundTally.Add(value);
                    return AsyncResult.CompletedOperation;
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

    public void ChainPending(AsyncCompletionSource<object> root, int rounds)
    {
        IAsyncOperation<object> last = root;
        for (int round = 0; round < rounds; round++)
        {
            last = last
                .Then(static value =>
                {
                    RoundTally.Add(value);
                    return s_sources.NextVoid();
                })
                .Then(static () =>
                {
                    RoundTally.Add();
                    return s_sources.NextVector();
                })
                .Then(static value =>
                {
                    RoundTally.Add(value);
                    return s_sources.NextObject();
                });
        }

        last.Done();
    }

    private static async AsyncResult WaitForGate()
    {
        await Gate.Current;
        RoundTally.Add();
    }

    private static async AsyncResult<Vector4> VectorBehindGate()
    {
        await Gate.Current;
        RoundTally.Add();
        return RoundTally.Vector;
    }

    private static async AsyncResult<object> ObjectBehindGate()
    {
        await Gate.Current;
        RoundTally.Add();
        return RoundTally.Object;
    }

#pragma warning disable CS1998 // Awaiting nothing is what is measured.
    private static async AsyncResult Nothing() => RoundTally.Add();

    private static async AsyncResult<Vector4> Vector()
    {
        RoundTally.Add();
        return RoundTally.Vector;
    }

    private static async AsyncResult<object> Object()
    {
        RoundTally.Add();
        return RoundTally.Object;
    }
#pragma warning restore CS1998

    private static async AsyncResult AwaitAll(RoundSources<AsyncCompletionSource, AsyncCompletionSource<Vector4>, AsyncCompletionSource<object>> sources, int first, int rounds)
    {
        for (int index = first; index < first + rounds; index++)
        {
            await sources.Voids[index];
            RoundTally.Add();
            RoundTally.Add(await sources.Vectors[index]);
            RoundTally.Add(await sources.Objects[index]);
        }
    }

    private static async AsyncResult AwaitAll(int rounds)
    {
        for (int round = 0; round < rounds; round++)
        {
            await AsyncResult.CompletedOperation;
            RoundTally.Add();
            RoundTally.Add(await s_vector);
            RoundTally.Add(await s_object);
        }
    }
}
