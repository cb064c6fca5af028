using System.Threading.Tasks;
using AsyncBenchmarks.Bodies;
using Cysharp.Threading.Tasks;

namespace AsyncBenchmarks.Libraries;

/// <summary>Operations that suspend twice, as <see cref="UniTask"/>.</summary>
internal sealed class UniTaskYield : YieldWorkload<UniTask.Awaiter>
{
    protected override UniTask.Awaiter Start() => Loop().GetAwaiter();

    protected override long Take(ref UniTask.Awaiter awaiter)
    {
        awaiter.GetResult();
        return YieldSum.Take();
    }

    private static async UniTask Loop()
    {
        for (int number = 0; number < Operations; number++)
        {
            await Operation(number);
        }
    }

    private static async UniTask Operation(int number)
    {
        await Task.Yield();
        await Task.Yield();
        YieldSum.Add(number);
    }
}
