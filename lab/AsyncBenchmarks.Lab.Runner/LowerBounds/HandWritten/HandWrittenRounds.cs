using System.Runtime.CompilerServices;
using AsyncBenchmarks.Bodies;
using static AsyncBenchmarks.Lab.LowerBounds.HandWrittenThen;
using Nothing = AsyncBenchmarks.Lab.LowerBounds.HandWrittenNothing;
using ObjectSource = AsyncBenchmarks.Lab.LowerBounds.HandWrittenSource<object>;
using VectorSource = AsyncBenchmarks.Lab.LowerBounds.HandWrittenSource<AsyncBenchmarks.Bodies.Vector4>;
using VoidSource = AsyncBenchmarks.Lab.LowerBounds.HandWrittenSource<AsyncBenchmarks.Lab.LowerBounds.HandWrittenNothing>;

namespace AsyncBenchmarks.Lab.LowerBounds;

/// <summary>By hand.</summary>
internal readonly struct HandWrittenRounds
    : IAwaitRounds<VoidSource, VectorSource, ObjectSource>, IHandWrittenChain<VoidSource, VectorSource, ObjectSource>
{
    private static readonly RoundSources<VoidSource, VectorSource, ObjectSource> s_sources = new();

    public RoundSources<VoidSource, VectorSource, ObjectSource> Sources => s_sources;

    public VoidSource CreateVoid() => VoidSource.Create();

    public VectorSource CreateVector() => VectorSource.Create();

    public ObjectSource CreateObject() => ObjectSource.Create();

    public void Complete(VoidSource source) => source.SetResult(default);

    public void Complete(VectorSource source, Vector4 value) => source.SetResult(value);

    public void Complete(ObjectSource source, object value) => source.SetResult(value);

    public void StartPending()
    {
        StartPending<Nothing>();
        StartPending<Vector4>();
        StartPending<object>();
    }

    public void StartResolved()
    {
        StartResolved<Nothing>();
        StartResolved<Vector4>();
        StartResolved<object>();
    }

    public void AwaitPending(RoundSources<VoidSource, VectorSource, ObjectSource> sources, int first, int rounds)
    {
        HandWrittenAwaitAll method = new(sources, first, rounds);
        HandWrittenGuard<HandWrittenAwaitAll>.Run(ref method);
        HandWrittenOperation<Nothing>.Forget(method.Pending);
    }

    public void AwaitResolved(int rounds)
    {
        AwaitAll method = new(rounds);
        HandWrittenGuard<AwaitAll>.Run(ref method);
    }

    public void ChainFromValue(ObjectSource root, int rounds) => Chain<Value>(root, rounds);

    // A complete operation is null with its result beside it: the same as a plain value.
    public void ChainResolved(ObjectSource root, int rounds) => Chain<Value>(root, rounds);

    public void ChainPending(ObjectSource root, int rounds) => Chain<Next>(root, rounds);

    private static void Chain<TReturned>(ObjectSource root, int rounds)
        where TReturned : struct, IReturned
    {
        HandWrittenOperation<object>? last = root.Operation;
        object value = RoundTally.Object;
        for (int round = 0; round < rounds; round++)
        {
            HandWrittenOperation<Nothing>? taken = Then(last, value, static (in object argument, out Nothing result) =>
            {
                RoundTally.Add(argument);
                result = default;
                return default(TReturned).Void;
            }, out Nothing nothing);
            HandWrittenOperation<Vector4>? made = Then(taken, nothing, static (in Nothing _, out Vector4 result) =>
            {
                RoundTally.Add();
                result = RoundTally.Vector;
                return default(TReturned).Vector;
            }, out Vector4 vector);
            last = Then(made, vector, static (in Vector4 argument, out object result) =>
            {
                RoundTally.Add(argument);
                result = RoundTally.Object;
                return default(TReturned).Object;
            }, out value);
        }

        HandWrittenOperation<object>.Forget(last);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)] // the type is known where it is called
    private static void StartPending<T>()
    {
        HandWrittenGated<T> method = default;
        HandWrittenGuard<HandWrittenGated<T>>.Run(ref method);
        HandWrittenOperation<T>.Forget(method.Pending);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)] // as above
    private static void StartResolved<T>()
    {
        AtOnce<T> method = default;
        HandWrittenGuard<AtOnce<T>>.Run(ref method);
    }

    /// <summary>The operations that a chain's continuations return besides their result.</summary>
    private interface IReturned
    {
        HandWrittenOperation<Nothing>? Void { get; }

        HandWrittenOperation<Vector4>? Vector { get; }

        HandWrittenOperation<object>? Object { get; }
    }

    private readonly struct Value : IReturned
    {
        public HandWrittenOperation<Nothing>? Void => null;

        public HandWrittenOperation<Vector4>? Vector => null;

        public HandWrittenOperation<object>? Object => null;
    }

    private readonly struct Next : IReturned
    {
        public HandWrittenOperation<Nothing>? Void => s_sources.NextVoid().Operation;

        public HandWrittenOperation<Vector4>? Vector => s_sources.NextVector().Operation;

        public HandWrittenOperation<object>? Object => s_sources.NextObject().Operation;
    }

    private struct AtOnce<T> : IHandWrittenMethod
    {
        public T Value;

        public void Run() => Value = HandWrittenGated<T>.CountAndGet();
    }

    // A complete operation needs no test here: the compiler knows that it is complete.
    private readonly struct AwaitAll(int rounds) : IHandWrittenMethod
    {
        public void Run()
        {
            for (int round = 0; round < rounds; round++)
            {
                RoundTally.Add();
                RoundTally.Add(RoundTally.Vector);
                RoundTally.Add(RoundTally.Object);
            }
        }
    }
}
