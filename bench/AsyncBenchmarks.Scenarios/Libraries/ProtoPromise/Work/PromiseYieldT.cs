using System.Threading.Tasks;
using AsyncBenchmarks.Bodies;
using Proto.Promises;
using Proto.Promises.CompilerServices;

namespace AsyncBenchmarks.Libraries;

/// <summary>Operations that suspend twice, as <see cref="Promise{T}"/>.</summary>
internal sealed class PromiseYieldT : YieldWorkload<PromiseAwaiter<long>>
{
    protected override PromiseAwaiter<long> Start() => Loop().GetAwaiter();

    protected override long Take(ref PromiseAwaiter<long> awaiter) => awaiter.GetResult();

    private static async Promise<long> Loop()
    {
        long sum = 0;
        for (int number = 0; number < Operations; number++)
        {
            sum += await Operation(number - 1, 1);
        }

        return sum;
    }

    private static async Promise<int> Operation(int left, int right)
    {
        int sum = left;
        await Task.Yield();
        sum += right;
        await Task.Yield();
        return sum;
    }
}
