extern alias UnityFxAsync;

using System.Threading.Tasks;
using AsyncBenchmarks.Bodies;
using UnityFxAsync::UnityFx.Async;
using UnityFxAsync::UnityFx.Async.CompilerServices;

namespace AsyncBenchmarks.Libraries;

/// <summary>Operations that suspend twice, as <see cref="AsyncResult{T}"/>.</summary>
internal sealed class AsyncResultYieldT : YieldWorkload<AsyncAwaiter<long>>
{
    protected override AsyncAwaiter<long> Start() => Loop().GetAwaiter();

    protected override long Take(ref AsyncAwaiter<long> awaiter) => awaiter.GetResult();

    private static async AsyncResult<long> Loop()
    {
        long sum = 0;
        for (int number = 0; number < Operations; number++)
        {
            sum += await Operation(number - 1, 1);
        }

        return sum;
    }

    private static async AsyncResult<int> Operation(int left, int right)
    {
        int sum = left;
        await Task.Yield();
        sum += right;
        await Task.Yield();
        return sum;
    }
}
