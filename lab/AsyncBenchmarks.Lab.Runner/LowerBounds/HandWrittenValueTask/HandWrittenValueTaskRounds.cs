using System.Runtime.CompilerServices;
using System.Threading.Tasks;
using AsyncBenchmarks.Bodies;
using ObjectSource = AsyncBenchmarks.Lab.LowerBounds.HandWrittenSource<object>;
using VectorSource = AsyncBenchmarks.Lab.LowerBounds.HandWrittenSource<AsyncBenchmarks.Bodies.Vector4>;
using VoidSource = AsyncBenchmarks.Lab.LowerBounds.HandWrittenSource<AsyncBenchmarks.Lab.LowerBounds.HandWrittenNothing>;

namespace AsyncBenchmarks.Lab.LowerBounds;

/// <summary>As ValueTasks, over the smallest builder.</summary>
internal readonly struct HandWrittenValueTaskRounds : IAwaitRounds<VoidSource, VectorSource, ObjectSource>
{
    public VoidSource CreateVoid() => VoidSource.Create();

    public VectorSource CreateVector() => VectorSource.Create();

    public ObjectSource CreateObject() => ObjectSource.Create();

    public void Complete(VoidSource source) => source.SetResult(default);

    public void Complete(VectorSource source, Vector4 value) => source.SetResult(value);

    public void Complete(ObjectSource source, object value) => source.SetResult(value);

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

    public void AwaitPending(RoundSources<VoidSource, VectorSource, ObjectSource> sources, int first, int rounds) =>
        ResultTaker.Forget(AwaitAll(sources, first, rounds));

    public void AwaitResolved(int rounds) =>
        ResultTaker.Forget(AwaitAll(rounds));

    [AsyncMethodBuilder(typeof(HandWrittenValueTaskBuilder))]
    private static async ValueTask WaitForGate()
    {
        await Gate.Current;
        RoundTally.Add();
    }

    [AsyncMethodBuilder(typeof(HandWrittenValueTaskBuilder<>))]
    private static async ValueTask<Vector4> VectorBehindGate()
    {
        await Gate.Current;
        RoundTally.Add();
        return RoundTally.Vector;
    }

    [AsyncMethodBuilder(typeof(HandWrittenValueTaskBuilder<>))]
    private static async ValueTask<object> ObjectBehindGate()
    {
        await Gate.Current;
        RoundTally.Add();
        return RoundTally.Object;
    }

#pragma warning disable CS1998 // Awaiting nothing is what is measured.
    [AsyncMethodBuilder(typeof(HandWrittenValueTaskBuilder))]
    private static async ValueTask Nothing() => RoundTally.Add();

    [AsyncMethodBuilder(typeof(HandWrittenValueTaskBuilder<>))]
    private static async ValueTask<Vector4> Vector()
    {
        RoundTally.Add();
        return RoundTally.Vector;
    }

    [AsyncMethodBuilder(typeof(HandWrittenValueTaskBuilder<>))]
    private static async ValueTask<object> Object()
    {
        RoundTally.Add();
        return RoundTally.Object;
    }
#pragma warning restore CS1998

    [AsyncMethodBuilder(typeof(HandWrittenValueTaskBuilder))]
    private static async ValueTask AwaitAll(RoundSources<VoidSource, VectorSource, ObjectSource> sources, int first, int rounds)
    {
        for (int index = first; index < first + rounds; index++)
        {
            await new ValueTask(sources.Voids[index].Operation, 0);
            RoundTally.Add();
            RoundTally.Add(await new ValueTask<Vector4>(sources.Vectors[index].Operation, 0));
            RoundTally.Add(await new ValueTask<object>(sources.Objects[index].Operation, 0));
        }
    }

    [AsyncMethodBuilder(typeof(HandWrittenValueTaskBuilder))]
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
