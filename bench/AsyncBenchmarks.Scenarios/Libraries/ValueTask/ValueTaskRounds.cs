using System.Threading.Tasks;
using AsyncBenchmarks.Bodies;

namespace AsyncBenchmarks.Libraries;

/// <summary>As ValueTasks, over the suite's own pooled sources.</summary>
internal readonly struct ValueTaskRounds
    : IAwaitRounds<PooledSource, PooledSource<Vector4>, PooledSource<object>>
{
    public PooledSource CreateVoid() => PooledSource.Rent();

    public PooledSource<Vector4> CreateVector() => PooledSource<Vector4>.Rent();

    public PooledSource<object> CreateObject() => PooledSource<object>.Rent();

    public void Complete(PooledSource source) => source.SetResult();

    public void Complete(PooledSource<Vector4> source, Vector4 value) => source.SetResult(value);

    public void Complete(PooledSource<object> source, object value) => source.SetResult(value);

    public void StartPending()
    {
        _ = WaitForGate();
        _ = VectorBehindGate();
        _ = ObjectBehindGate();
    }

    public void StartResolved()
    {
        _ = Nothing();
        _ = Vector();
        _ = Object();
    }

    public void AwaitPending(RoundSources<PooledSource, PooledSource<Vector4>, PooledSource<object>> sources, int first, int rounds) => _ = AwaitAll(sources, first, rounds);

    public void AwaitResolved(int rounds) => _ = AwaitAll(rounds);

    private static async ValueTask WaitForGate()
    {
        await Gate.Current;
        RoundTally.Add();
    }

    private static async ValueTask<Vector4> VectorBehindGate()
    {
        await Gate.Current;
        RoundTally.Add();
        return RoundTally.Vector;
    }

    private static async ValueTask<object> ObjectBehindGate()
    {
        await Gate.Current;
        RoundTally.Add();
        return RoundTally.Object;
    }

#pragma warning disable CS1998 // Awaiting nothing is what is measured.
    private static async ValueTask Nothing() => RoundTally.Add();

    private static async ValueTask<Vector4> Vector()
    {
        RoundTally.Add();
        return RoundTally.Vector;
    }

    private static async ValueTask<object> Object()
    {
        RoundTally.Add();
        return RoundTally.Object;
    }
#pragma warning restore CS1998

    private static async ValueTask AwaitAll(RoundSources<PooledSource, PooledSource<Vector4>, PooledSource<object>> sources, int first, int rounds)
    {
        for (int index = first; index < first + rounds; index++)
        {
            await sources.Voids[index].Task;
            RoundTally.Add();
            RoundTally.Add(await sources.Vectors[index].Task);
            RoundTally.Add(await sources.Objects[index].Task);
        }
    }

    private static async ValueTask AwaitAll(int rounds)
    {
        for (int round = 0; round < rounds; round++)
        {
            await default(ValueTask);
            RoundTally.Add();
            RoundTally.Add(await new ValueTask<Vector4>(RoundTally.Vector));
            RoundTally.Add(await new ValueTask<object>(RoundTally.Object));
        }
    }
}
