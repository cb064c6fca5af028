using System.Runtime.CompilerServices;
using System.Threading.Tasks;
using AsyncBenchmarks.Bodies;

namespace AsyncBenchmarks.Lab.LowerBounds;

/// <summary>Operations that suspend twice, as <see cref="Task{TResult}"/> over the smallest builder.</summary>
internal sealed class HandWrittenAsyncTaskYieldT : YieldWorkload<TaskAwaiter<long>>
{
    protected override TaskAwaiter<long> Start() => Loop().GetAwaiter();

    protected override long Take(ref TaskAwaiter<long> awaiter) => awaiter.GetResult();

    [AsyncMethodBuilder(typeof(HandWrittenPromiseBuilder<>))]
    private static async Task<long> Loop()
    {
        long sum = 0;
        for (int number = 0; number < Operations; number++)
        {
            sum += await Operation(number - 1, 1);
        }

        return sum;
    }

    [AsyncMethodBuilder(typeof(HandWrittenPromiseBuilder<>))]
    private static async Task<int> Operation(int left, int right)
    {
        int sum = left;
        await Task.Yield();
        sum += right;
        await Task.Yield();
        return sum;
    }
}
