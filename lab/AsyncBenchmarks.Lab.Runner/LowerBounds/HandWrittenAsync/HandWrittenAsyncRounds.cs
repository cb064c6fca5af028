using AsyncBenchmarks.Bodies;
using ObjectSource = AsyncBenchmarks.Lab.LowerBounds.HandWrittenSource<object>;
using VectorSource = AsyncBenchmarks.Lab.LowerBounds.HandWrittenSource<AsyncBenchmarks.Bodies.Vector4>;
using VoidSource = AsyncBenchmarks.Lab.LowerBounds.HandWrittenSource<AsyncBenchmarks.Lab.LowerBounds.HandWrittenNothing>;

namespace AsyncBenchmarks.Lab.LowerBounds;

/// <summary>As async methods over the smallest builder.</summary>
internal readonly struct HandWrittenAsyncRounds : IAwaitRounds<VoidSource, VectorSource, ObjectSource>
{
    public VoidSource CreateVoid() => VoidSource.Create();

    public VectorSource CreateVector() => VectorSource.Create();

    public ObjectSource CreateObject() => ObjectSource.Create();

    public void Complete(VoidSource source) => source.SetResult(default);

    public void Complete(VectorSource source, Vector4 value) => source.SetResult(value);

    public void Complete(ObjectSource source, object value) => source.SetResult(value);

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

    public void AwaitPending(RoundSources<VoidSource, VectorSource, ObjectSource> sources, int first, int rounds) =>
        AwaitAll(sources, first, rounds).Forget();

    public void AwaitResolved(int rounds) => AwaitAll(rounds).Forget();

    private static async HandWrittenTask WaitForGate()
    {
        await Gate.Current;
        RoundTally.Add();
    }

    private static async HandWrittenTask<Vector4> VectorBehindGate()
    {
        await Gate.Current;
        RoundTally.Add();
        return RoundTally.Vector;
    }

    private static async HandWrittenTask<object> ObjectBehindGate()
    {
        await Gate.Current;
        RoundTally.Add();
        return RoundTally.Object;
    }

#pragma warning disable CS1998 // Awaiting nothing is what is measured.
    private static async HandWrittenTask Nothing() => RoundTally.Add();

    private static async HandWrittenTask<Vector4> Vector()
    {
        RoundTally.Add();
        return RoundTally.Vector;
    }

    private static async HandWrittenTask<object> Object()
    {
        RoundTally.Add();
        return RoundTally.Object;
    }
#pragma warning restore CS1998

    private static async HandWrittenTask AwaitAll(RoundSources<VoidSource, VectorSource, ObjectSource> sources, int first, int rounds)
    {
        for (int index = first; index < first + rounds; index++)
        {
            await new HandWrittenTask(sources.Voids[index].Operation);
            RoundTally.Add();
            RoundTally.Add(await new HandWrittenTask<Vector4>(sources.Vectors[index].Operation, default));
            RoundTally.Add(await new HandWrittenTask<object>(sources.Objects[index].Operation, null!));
        }
    }

    private static async HandWrittenTask AwaitAll(int rounds)
    {
        for (int round = 0; round < rounds; round++)
        {
            await default(HandWrittenTask);
            RoundTally.Add();
            RoundTally.Add(await new HandWrittenTask<Vector4>(null, RoundTally.Vector));
            RoundTally.Add(await new HandWrittenTask<object>(null, RoundTally.Object));
        }
    }
}
