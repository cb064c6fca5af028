using System.Threading.Tasks;
using AsyncBenchmarks.Bodies;
using PooledAwait;

namespace AsyncBenchmarks.Libraries;

/// <summary>Operations that suspend twice, as <see cref="PooledValueTask{T}"/>.</summary>
internal sealed class PooledValueTaskYieldT : YieldWorkload<PooledValueTaskAwaiter<long>>
{
    protected override PooledValueTaskAwaiter<long> Start() => Loop().GetAwaiter();

    protected override long Take(ref PooledValueTaskAwaiter<long> awaiter) => awaiter.GetResult();

    private static async PooledValueTask<long> Loop()
    {
        long sum = 0;
        for (int number = 0; number < Operations; number++)
        {
            sum += await Operation(number - 1, 1);
        }

        return sum;
    }

    private static async PooledValueTask<int> Operation(int left, int right)
    {
        int sum = left;
        await Task.Yield();
        sum += right;
        await Task.Yield();
        return sum;
    }
}
