using System.Runtime.CompilerServices;
using System.Threading.Tasks;
using AsyncBenchmarks.Bodies;

namespace AsyncBenchmarks.Lab.LowerBounds;

/// <summary>Operations that suspend twice, as <see cref="ValueTask{TResult}"/> over the smallest builder.</summary>
internal sealed class HandWrittenValueTaskYieldT : YieldWorkload<ValueTaskAwaiter<long>>
{
    protected override ValueTaskAwaiter<long> Start() => Loop().GetAwaiter();

    protected override long Take(ref ValueTaskAwaiter<long> awaiter) => awaiter.GetResult();

    [AsyncMethodBuilder(typeof(HandWrittenValueTaskBuilder<>))]
    private static async ValueTask<long> Loop()
    {
        long sum = 0;
        for (int number = 0; number < Operations; number++)
        {
            sum += await Operation(number - 1, 1);
        }

        return sum;
    }

    [AsyncMethodBuilder(typeof(HandWrittenValueTaskBuilder<>))]
    private static async ValueTask<int> Operation(int left, int right)
    {
        int sum = left;
        await Task.Yield();
        sum += right;
        await Task.Yield();
        return sum;
    }
}
