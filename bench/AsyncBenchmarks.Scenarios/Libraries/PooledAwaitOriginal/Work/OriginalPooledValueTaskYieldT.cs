extern alias OriginalPooledAwait;

using System.Runtime.CompilerServices;
using System.Threading.Tasks;
using AsyncBenchmarks.Bodies;
using OriginalPooledAwait::PooledAwait;

namespace AsyncBenchmarks.Libraries;

/// <summary>Operations that suspend twice, as the original <see cref="PooledValueTask{T}"/>.</summary>
internal sealed class OriginalPooledValueTaskYieldT : YieldWorkload<ValueTaskAwaiter<long>>
{
    protected override ValueTaskAwaiter<long> Start() => Loop().GetAwaiter();

    protected override long Take(ref ValueTaskAwaiter<long> awaiter) => awaiter.GetResult();

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
