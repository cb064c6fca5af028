using System.Threading.Tasks;
using AsyncBenchmarks.Bodies;
using PooledAwait;

namespace AsyncBenchmarks.Libraries;

/// <summary>Operations that suspend twice, as <see cref="PooledValueTask"/>.</summary>
internal sealed class PooledValueTaskYield : YieldWorkload<PooledValueTaskAwaiter>
{
    protected override PooledValueTaskAwaiter Start() => Loop().GetAwaiter();

    protected override long Take(ref PooledValueTaskAwaiter awaiter)
    {
        awaiter.GetResult();
        return YieldSum.Take();
    }

    private static async PooledValueTask Loop()
    {
        for (int number = 0; number < Operations; number++)
        {
            await Operation(number);
        }
    }

    private static async PooledValueTask Operation(int number)
    {
        await Task.Yield();
        await Task.Yield();
        YieldSum.Add(number);
    }
}
