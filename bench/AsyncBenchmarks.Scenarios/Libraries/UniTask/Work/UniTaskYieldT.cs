using System.Threading.Tasks;
using AsyncBenchmarks.Bodies;
using Cysharp.Threading.Tasks;

namespace AsyncBenchmarks.Libraries;

/// <summary>Operations that suspend twice, as <see cref="UniTask{T}"/>.</summary>
internal sealed class UniTaskYieldT : YieldWorkload<UniTask<long>.Awaiter>
{
    protected override UniTask<long>.Awaiter Start() => Loop().GetAwaiter();

    protected override long Take(ref UniTask<long>.Awaiter awaiter) => awaiter.GetResult();

    private static async UniTask<long> Loop()
    {
        long sum = 0;
        for (int number = 0; number < Operations; number++)
        {
            sum += await Operation(number - 1, 1);
        }

        return sum;
    }

    private static async UniTask<int> Operation(int left, int right)
    {
        int sum = left;
        await Task.Yield();
        sum += right;
        await Task.Yield();
        return sum;
    }
}
