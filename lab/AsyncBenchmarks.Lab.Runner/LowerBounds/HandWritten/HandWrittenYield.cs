using System.Runtime.CompilerServices;
using AsyncBenchmarks.Bodies;
using Nothing = AsyncBenchmarks.Lab.LowerBounds.HandWrittenNothing;

namespace AsyncBenchmarks.Lab.LowerBounds;

/// <summary>Operations that suspend twice, by hand.</summary>
internal sealed class HandWrittenYield : YieldWorkload<HandWrittenAwaiter>
{
    protected override HandWrittenAwaiter Start()
    {
        LoopStart method = default;
        HandWrittenGuard<LoopStart>.Run(ref method);
        return new HandWrittenAwaiter(method.Pending);
    }

    protected override long Take(ref HandWrittenAwaiter awaiter)
    {
        awaiter.GetResult();
        return YieldSum.Take();
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)] // all of it is the guard's call
    private static HandWrittenOperation<Nothing> Operation(int number)
    {
        OperationStart method = new(number);
        HandWrittenGuard<OperationStart>.Run(ref method);
        return method.Pending!;
    }

    private struct LoopStart : IHandWrittenMethod
    {
        public HandWrittenOperation<Nothing>? Pending;

        public void Run()
        {
            LoopRest rest = LoopRest.Rent();
            rest.Number = 0;
            Pending = rest.Await(Operation(0));
        }
    }

    private sealed class LoopRest() : HandWrittenRest<Nothing>(s_kind)
    {
        private static readonly int s_kind = HandWrittenPool.NewKind();

        public int Number;

        public static LoopRest Rent() => Unsafe.As<LoopRest>(HandWrittenPool.TryTake(s_kind) ?? new LoopRest());

        protected override HandWrittenOperation? Resume(HandWrittenOperation? awaited, HandWrittenPool.FreeList[] lists)
        {
            do
            {
                Unsafe.As<HandWrittenOperation<Nothing>>(awaited!).Recycle(lists);
                if (++Number == Operations)
                {
                    return this;
                }

                awaited = Operation(Number);
            }
            while (!TryAwait(awaited));

            return null;
        }
    }

    private struct OperationStart(int number) : IHandWrittenMethod
    {
        public HandWrittenOperation<Nothing>? Pending;

        public void Run()
        {
            OperationRest rest = OperationRest.Rent();
            rest.Number = number;
            rest.HasYieldedTwice = false;
            Pending = rest;
            rest.Yield();
        }
    }

    private sealed class OperationRest() : HandWrittenRest<Nothing>(s_kind)
    {
        private static readonly int s_kind = HandWrittenPool.NewKind();

        public int Number;
        public bool HasYieldedTwice;

        public static OperationRest Rent() => Unsafe.As<OperationRest>(HandWrittenPool.TryTake(s_kind) ?? new OperationRest());

        protected override HandWrittenOperation? Resume(HandWrittenOperation? awaited, HandWrittenPool.FreeList[] lists)
        {
            if (!HasYieldedTwice)
            {
                HasYieldedTwice = true;
                Yield();
                return null;
            }

            YieldSum.Add(Number);
            return this;
        }
    }
}
