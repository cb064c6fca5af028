using System.Runtime.CompilerServices;
using System.Threading.Tasks;
using AsyncBenchmarks.Bodies;
using PooledAwait;

namespace AsyncBenchmarks.Libraries;

/// <summary>Operations that suspend twice, as <see cref="PooledTask{T}"/>.</summary>
internal sealed class PooledTaskYieldT : YieldWorkload<TaskAwaiter<long>>
{
    protected override TaskAwaiter<long> Start() => Loop().GetAwaiter();

    protected override long Take(ref TaskAwaiter<long> awaiter) => awaiter.GetResult();

    private static async PooledTask<long> Loop()
    {
        long sum = 0;
        for (int number = 0; number < Operations; number++)
        {
            sum += await Operation(number - 1, 1);
        }

        return sum;
    }

    private static async PooledTask<int> Operation(int left, int right)
    {
        int sum = left;
        await Task.Yield();
        sum += right;
        await Task.Yield();
        return sum;
    }
}
