using System.Threading.Tasks;
using AsyncBenchmarks.Bodies;

namespace AsyncBenchmarks.Lab.LowerBounds;

/// <summary>Operations that suspend twice, as async methods over the smallest builder, with a result.</summary>
internal sealed class HandWrittenAsyncYieldT : YieldWorkload<HandWrittenAwaiter<long>>
{
    protected override HandWrittenAwaiter<long> Start() => Loop().GetAwaiter();

    protected override long Take(ref HandWrittenAwaiter<long> awaiter) => awaiter.GetResult();

    private static async HandWrittenTask<long> Loop()
    {
        long sum = 0;
        for (int number = 0; number < Operations; number++)
        {
            sum += await Operation(number - 1, 1);
        }

        return sum;
    }

    private static async HandWrittenTask<int> Operation(int left, int right)
    {
        int sum = left;
        await Task.Yield();
        sum += right;
        await Task.Yield();
        return sum;
    }
}
