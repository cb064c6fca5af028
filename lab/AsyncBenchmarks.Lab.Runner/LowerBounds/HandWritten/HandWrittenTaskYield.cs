using System.Runtime.CompilerServices;
using System.Threading.Tasks;
using AsyncBenchmarks.Bodies;
using Nothing = AsyncBenchmarks.Lab.LowerBounds.HandWrittenNothing;

namespace AsyncBenchmarks.Lab.LowerBounds;

/// <summary>Operations that suspend twice, by hand, as <see cref="Task"/>.</summary>
internal sealed class HandWrittenTaskYield : YieldWorkload<TaskAwaiter>
{
    protected override TaskAwaiter Start()
    {
        LoopStart method = default;
        HandWrittenGuard<LoopStart>.Run(ref method);
        return method.Task!.GetAwaiter();
    }

    protected override long Take(ref TaskAwaiter awaiter)
    {
        awaiter.GetResult();
        return YieldSum.Take();
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)] // all of it is the guard's call
    private static Task Operation(int number)
    {
        OperationStart method = new(number);
        HandWrittenGuard<OperationStart>.Run(ref method);
        return method.Task!;
    }

    private struct LoopStart : IHandWrittenMethod
    {
        public Task? Task;

        public void Run()
        {
            LoopRest rest = LoopRest.Rent();
            Task = rest.CreateTask();
            rest.Number = 0;
            rest.Awaited = Operation(0).GetAwaiter();
            rest.Await(rest.Awaited);
        }
    }

    private sealed class LoopRest() : HandWrittenPromise<Nothing>(s_kind)
    {
        private static readonly int s_kind = HandWrittenPool.NewKind();

        public int Number;
        public TaskAwaiter Awaited;

        public static LoopRest Rent() => Unsafe.As<LoopRest>(HandWrittenPool.TryTake(s_kind) ?? new LoopRest());

        protected override HandWrittenOperation? Resume(HandWrittenOperation? awaited, HandWrittenPool.FreeList[] lists)
        {
            do
            {
                Awaited.GetResult();
                if (++Number == Operations)
                {
                    Awaited = default;
                    return End(default, lists);
                }

                Awaited = Operation(Number).GetAwaiter();
            }
            while (Awaited.IsCompleted);

            Await(Awaited);
            return null;
        }
    }

    private struct OperationStart(int number) : IHandWrittenMethod
    {
        public Task? Task;

        public void Run()
        {
            OperationRest rest = OperationRest.Rent();
            Task = rest.CreateTask();
            rest.Number = number;
            rest.HasYieldedTwice = false;
            rest.Yield();
        }
    }

    private sealed class OperationRest() : HandWrittenPromise<Nothing>(s_kind)
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
            return End(default, lists);
        }
    }
}
