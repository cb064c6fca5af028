using System.Runtime.CompilerServices;
using System.Threading.Tasks;
using AsyncBenchmarks.Bodies;
using PooledAwait;
using PooledAwait.MethodBuilders;

namespace AsyncBenchmarks.Libraries;

/// <summary>As ValueTasks, with the library's builders asked for by an attribute.</summary>
internal readonly struct PooledAwaitAttributeRounds
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

    [AsyncMethodBuilder(typeof(PooledAsyncValueTaskMethodBuilder))]
    private static async ValueTask WaitForGate()
    {
        await Gate.Current;
        RoundTally.Add();
    }

    [AsyncMethodBuilder(typeof(PooledAsyncValueTaskMethodBuilder<>))]
    private static async ValueTask<Vector4> VectorBehindGate()
    {
        await Gate.Current;
        RoundTally.Add();
        return RoundTally.Vector;
    }

    [AsyncMethodBuilder(typeof(PooledAsyncValueTaskMethodBuilder<>))]
    private static async ValueTask<object> ObjectBehindGate()
    {
        await Gate.Current;
        RoundTally.Add();
        return RoundTally.Object;
    }

#pragma warning disable CS1998 // Awaiting nothing is what is measured.
    [AsyncMethodBuilder(typeof(PooledAsyncValueTaskMethodBuilder))]
    private static async ValueTask Nothing() => RoundTally.Add();

    [AsyncMethodBuilder(typeof(PooledAsyncValueTaskMethodBuilder<>))]
    private static async ValueTask<Vector4> Vector()
    {
        RoundTally.Add();
        return RoundTally.Vector;
    }

    [AsyncMethodBuilder(typeof(PooledAsyncValueTaskMethodBuilder<>))]
    private static async ValueTask<object> Object()
    {
        RoundTally.Add();
        return RoundTally.Object;
    }
#pragma warning restore CS1998

    [AsyncMethodBuilder(typeof(PooledAsyncValueTaskMethodBuilder))]
    private static async ValueTask AwaitAll(RoundSources<PooledValueTaskSource, PooledValueTaskSource<Vector4>, PooledValueTaskSource<object>> sources, int first, int rounds)
    {
        for (int index = first; index < first + rounds; index++)
        {
            await sources.Voids[index].Task;
            RoundTally.Add();
            RoundTally.Add(await sources.Vectors[index].Task);
            RoundTally.Add(await sources.Objects[index].Task);
        }
    }

    [AsyncMethodBuilder(typeof(PooledAsyncValueTaskMethodBuilder))]
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
