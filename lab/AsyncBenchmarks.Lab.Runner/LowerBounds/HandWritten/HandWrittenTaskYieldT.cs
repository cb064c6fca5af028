using System.Runtime.CompilerServices;
using System.Threading.Tasks;
using AsyncBenchmarks.Bodies;

namespace AsyncBenchmarks.Lab.LowerBounds;

/// <summary>Operations that suspend twice, by hand, as <see cref="Task{TResult}"/>.</summary>
internal sealed class HandWrittenTaskYieldT : YieldWorkload<TaskAwaiter<long>>
{
    protected override TaskAwaiter<long> Start()
    {
        LoopStart method = default;
        HandWrittenGuard<LoopStart>.Run(ref method);
        return method.Task!.GetAwaiter();
    }

    protected override long Take(ref TaskAwaiter<long> awaiter) => awaiter.GetResult();

    [MethodImpl(MethodImplOptions.AggressiveInlining)] // all of it is the guard's call
    private static Task<int> Operation(int left, int right)
    {
        OperationStart method = new(left, right);
        HandWrittenGuard<OperationStart>.Run(ref method);
        return method.Task!;
    }

    private struct LoopStart : IHandWrittenMethod
    {
        public Task<long>? Task;

        public void Run()
        {
            LoopRest rest = LoopRest.Rent();
            Task = rest.CreateTask();
            rest.Number = 0;
            rest.Result = 0;
            rest.Awaited = Operation(-1, 1).GetAwaiter();
            rest.Await(rest.Awaited);
        }
    }

    private sealed class LoopRest() : HandWrittenPromise<long>(s_kind)
    {
        private static readonly int s_kind = HandWrittenPool.NewKind();

        public int Number;
        public TaskAwaiter<int> Awaited;

        public static LoopRest Rent() => Unsafe.As<LoopRest>(HandWrittenPool.TryTake(s_kind) ?? new LoopRest());

        protected override HandWrittenOperation? Resume(HandWrittenOperation? awaited, HandWrittenPool.FreeList[] lists)
        {
            do
            {
                Result += Awaited.GetResult();
                if (++Number == Operations)
                {
                    Awaited = default;
                    return End(Result, lists);
                }

                Awaited = Operation(Number - 1, 1).GetAwaiter();
            }
            while (Awaited.IsCompleted);

            Await(Awaited);
            return null;
        }
    }

    private struct OperationStart(int left, int right) : IHandWrittenMethod
    {
        public Task<int>? Task;

        public void Run()
        {
            OperationRest rest = OperationRest.Rent();
            Task = rest.CreateTask();
            rest.Result = left;
            rest.Right = right;
            rest.HasYieldedTwice = false;
            rest.Yield();
        }
    }

    private sealed class OperationRest() : HandWrittenPromise<int>(s_kind)
    {
        private static readonly int s_kind = HandWrittenPool.NewKind();

        public int Right;
        public bool HasYieldedTwice;

        public static OperationRest Rent() => Unsafe.As<OperationRest>(HandWrittenPool.TryTake(s_kind) ?? new OperationRest());

        protected override HandWrittenOperation? Resume(HandWrittenOperation? awaited, HandWrittenPool.FreeList[] lists)
        {
            if (HasYieldedTwice)
            {
                return End(Result, lists);
            }

            Result += Right;
            HasYieldedTwice = true;
            Yield();
            return null;
        }
    }
}
