using System.Runtime.CompilerServices;
using AsyncBenchmarks.Bodies;

namespace AsyncBenchmarks.Lab.LowerBounds;

/// <summary>Operations that suspend twice, by hand, with a result.</summary>
internal sealed class HandWrittenYieldT : YieldWorkload<HandWrittenAwaiter<long>>
{
    protected override HandWrittenAwaiter<long> Start()
    {
        LoopStart method = default;
        HandWrittenGuard<LoopStart>.Run(ref method);
        return new HandWrittenAwaiter<long>(method.Pending, 0);
    }

    protected override long Take(ref HandWrittenAwaiter<long> awaiter) => awaiter.GetResult();

    [MethodImpl(MethodImplOptions.AggressiveInlining)] // all of it is the guard's call
    private static HandWrittenOperation<int> Operation(int left, int right)
    {
        OperationStart method = new(left, right);
        HandWrittenGuard<OperationStart>.Run(ref method);
        return method.Pending!;
    }

    private struct LoopStart : IHandWrittenMethod
    {
        public HandWrittenOperation<long>? Pending;

        public void Run()
        {
            LoopRest rest = LoopRest.Rent();
            rest.Number = 0;
            rest.Result = 0;
            Pending = rest.Await(Operation(-1, 1));
        }
    }

    private sealed class LoopRest() : HandWrittenRest<long>(s_kind)
    {
        private static readonly int s_kind = HandWrittenPool.NewKind();

        public int Number;

        public static LoopRest Rent() => Unsafe.As<LoopRest>(HandWrittenPool.TryTake(s_kind) ?? new LoopRest());

        protected override HandWrittenOperation? Resume(HandWrittenOperation? awaited, HandWrittenPool.FreeList[] lists)
        {
            do
            {
                HandWrittenOperation<int> complete = Unsafe.As<HandWrittenOperation<int>>(awaited!);
                Result += complete.Result;
                complete.Recycle(lists);
                if (++Number == Operations)
                {
                    return this;
                }

                awaited = Operation(Number - 1, 1);
            }
            while (!TryAwait(awaited));

            return null;
        }
    }

    private struct OperationStart(int left, int right) : IHandWrittenMethod
    {
        public HandWrittenOperation<int>? Pending;

        public void Run()
        {
            OperationRest rest = OperationRest.Rent();
            rest.Result = left;
            rest.Right = right;
            rest.HasYieldedTwice = false;
            Pending = rest;
            rest.Yield();
        }
    }

    private sealed class OperationRest() : HandWrittenRest<int>(s_kind)
    {
        private static readonly int s_kind = HandWrittenPool.NewKind();

        public int Right;
        public bool HasYieldedTwice;

        public static OperationRest Rent() => Unsafe.As<OperationRest>(HandWrittenPool.TryTake(s_kind) ?? new OperationRest());

        protected override HandWrittenOperation? Resume(HandWrittenOperation? awaited, HandWrittenPool.FreeList[] lists)
        {
            if (HasYieldedTwice)
            {
                return this;
            }

            Result += Right;
            HasYieldedTwice = true;
            Yield();
            return null;
        }
    }
}
