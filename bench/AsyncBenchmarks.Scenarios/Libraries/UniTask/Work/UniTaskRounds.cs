using AsyncBenchmarks.Bodies;
using Cysharp.Threading.Tasks;

namespace AsyncBenchmarks.Libraries;

/// <summary>As UniTasks, over the sources that recycle themselves.</summary>
internal readonly struct UniTaskRounds
    : IAwaitRounds<AutoResetUniTaskCompletionSource, AutoResetUniTaskCompletionSource<Vector4>, AutoResetUniTaskCompletionSource<object>>,
    IChainRounds<AutoResetUniTaskCompletionSource, AutoResetUniTaskCompletionSource<Vector4>, AutoResetUniTaskCompletionSource<object>>
{
    private static readonly RoundSources<AutoResetUniTaskCompletionSource, AutoResetUniTaskCompletionSource<Vector4>, AutoResetUniTaskCompletionSource<object>> s_sources = new();

    public RoundSources<AutoResetUniTaskCompletionSource, AutoResetUniTaskCompletionSource<Vector4>, AutoResetUniTaskCompletionSource<object>> Sources => s_sources;

    public AutoResetUniTaskCompletionSource CreateVoid() => AutoResetUniTaskCompletionSource.Create();

    public AutoResetUniTaskCompletionSource<Vector4> CreateVector() => AutoResetUniTaskCompletionSource<Vector4>.Create();

    public AutoResetUniTaskCompletionSource<object> CreateObject() => AutoResetUniTaskCompletionSource<object>.Create();

    public void Complete(AutoResetUniTaskCompletionSource source) => source.TrySetResult();

    public void Complete(AutoResetUniTaskCompletionSource<Vector4> source, Vector4 value) => source.TrySetResult(value);

    public void Complete(AutoResetUniTaskCompletionSource<object> source, object value) => source.TrySetResult(value);

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

    public void AwaitPending(RoundSources<AutoResetUniTaskCompletionSource, AutoResetUniTaskCompletionSource<Vector4>, AutoResetUniTaskCompletionSource<object>> sources, int first, int rounds) => AwaitAll(sources, first, rounds).Forget();

    public void AwaitResolved(int rounds) => AwaitAll(rounds).Forget();

    public void ChainFromValue(AutoResetUniTaskCompletionSource<object> root, int rounds)
    {
        UniTask<object> last = root.Task;
        for (int round = 0; round < rounds; round++)
        {
            last = last
                .ContinueWith(static value => RoundTally.Add(value))
                .ContinueWith(static () =>
                {
                    RoundTally.Add();
                    return RoundTally.Vector;
                })
                .ContinueWith(static value =>
                {
                    RoundTally.Add(value);
                    return RoundTally.Object;
                });
        }

        last.Forget();
    }

    public void ChainResolved(AutoResetUniTaskCompletionSource<object> root, int rounds)
    {
        UniTask<object> last = root.Task;
        for (int round = 0; round < rounds; round++)
        {
            last = last
                .ContinueWith(static value =>
                {
                    RoundTally.Add(value);
                    return UniTask.CompletedTask;
                })
                .ContinueWith(static () =>
                {
                    RoundTally.Add();
                    return UniTask.FromResult(RoundTally.Vector);
                })
                .ContinueWith(static value =>
                {
                    RoundTally.Add(value);
                    return UniTask.FromResult(RoundTally.Object);
                });
        }

        last.Forget();
    }

    public void ChainPending(AutoResetUniTaskCompletionSource<object> root, int rounds)
    {
        UniTask<object> last = root.Task;
        for (int round = 0; round < rounds; round++)
        {
            last = last
                .ContinueWith(static value =>
                {
                    RoundTally.Add(value);
                    return s_sources.NextVoid().Task;
                })
                .ContinueWith(static () =>
                {
                    RoundTally.Add();
                    return s_sources.NextVector().Task;
                })
                .ContinueWith(static value =>
                {
                    RoundTally.Add(value);
                    return s_sources.NextObject().Task;
                });
        }

        last.Forget();
    }

    private static async UniTask WaitForGate()
    {
        await Gate.Current;
        RoundTally.Add();
    }

    private static async UniTask<Vector4> VectorBehindGate()
    {
        await Gate.Current;
        RoundTally.Add();
        return RoundTally.Vector;
    }

    private static async UniTask<object> ObjectBehindGate()
    {
        await Gate.Current;
        RoundTally.Add();
        return RoundTally.Object;
    }

#pragma warning disable CS1998 // Awaiting nothing is what is measured.
    private static async UniTask Nothing() => RoundTally.Add();

    private static async UniTask<Vector4> Vector()
    {
        RoundTally.Add();
        return RoundTally.Vector;
    }

    private static async UniTask<object> Object()
    {
        RoundTally.Add();
        return RoundTally.Object;
    }
#pragma warning restore CS1998

    private static async UniTask AwaitAll(RoundSources<AutoResetUniTaskCompletionSource, AutoResetUniTaskCompletionSource<Vector4>, AutoResetUniTaskCompletionSource<object>> sources, int first, int rounds)
    {
        for (int index = first; index < first + rounds; index++)
        {
            await sources.Voids[index].Task;
            RoundTally.Add();
            RoundTally.Add(await sources.Vectors[index].Task);
            RoundTally.Add(await sources.Objects[index].Task);
        }
    }

    private static async UniTask AwaitAll(int rounds)
    {
        for (int round = 0; round < rounds; round++)
        {
            await UniTask.CompletedTask;
            RoundTally.Add();
            RoundTally.Add(await UniTask.FromResult(RoundTally.Vector));
            RoundTally.Add(await UniTask.FromResult(RoundTally.Object));
        }
    }
}
