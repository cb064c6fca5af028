using System.Runtime.CompilerServices;
using AsyncBenchmarks.Bodies;
using Nothing = AsyncBenchmarks.Lab.LowerBounds.HandWrittenNothing;
using ObjectSource = AsyncBenchmarks.Lab.LowerBounds.HandWrittenSource<object>;
using VectorSource = AsyncBenchmarks.Lab.LowerBounds.HandWrittenSource<AsyncBenchmarks.Bodies.Vector4>;
using VoidSource = AsyncBenchmarks.Lab.LowerBounds.HandWrittenSource<AsyncBenchmarks.Lab.LowerBounds.HandWrittenNothing>;

namespace AsyncBenchmarks.Lab.LowerBounds;

/// <summary>The method that awaits the operations of some rounds, at least one, one after the other.</summary>
internal struct HandWrittenAwaitAll(RoundSources<VoidSource, VectorSource, ObjectSource> sources, int first, int rounds)
    : IHandWrittenMethod
{
    public HandWrittenOperation<Nothing>? Pending;

    public void Run()
    {
        Rest rest = Rest.Rent();
        rest.Sources = sources;
        rest.Index = first;
        rest.End = first + rounds;
        Pending = rest.Await(sources.Voids[first].Operation);
    }

    private sealed class Rest() : HandWrittenRest<Nothing>(s_kind)
    {
        private static readonly int s_kind = HandWrittenPool.NewKind();

        public RoundSources<VoidSource, VectorSource, ObjectSource>? Sources;
        public int Index;
        public int End;
        private int _step;

        public static Rest Rent() => Unsafe.As<Rest>(HandWrittenPool.TryTake(s_kind) ?? new Rest());

        protected override HandWrittenOperation? Resume(HandWrittenOperation? awaited, HandWrittenPool.FreeList[] lists)
        {
            do
            {
                switch (_step)
                {
                    case 0:
                        Unsafe.As<HandWrittenOperation<Nothing>>(awaited!).Recycle(lists);
                        RoundTally.Add();
                        _step = 1;
                        awaited = Sources!.Vectors[Index].Operation;
                        break;
                    case 1:
                        HandWrittenOperation<Vector4> vector = Unsafe.As<HandWrittenOperation<Vector4>>(awaited!);
                        RoundTally.Add(vector.Result);
                        vector.Recycle(lists);
                        _step = 2;
                        awaited = Sources!.Objects[Index].Operation;
                        break;
                    default:
                        HandWrittenOperation<object> last = Unsafe.As<HandWrittenOperation<object>>(awaited!);
                        RoundTally.Add(last.Result);
                        last.Recycle(lists);
                        _step = 0;
                        if (++Index == End)
                        {
                            Sources = null;
                            return this;
                        }

                        awaited = Sources!.Voids[Index].Operation;
                        break;
                }
            }
            while (!TryAwait(awaited));

            return null;
        }
    }
}
