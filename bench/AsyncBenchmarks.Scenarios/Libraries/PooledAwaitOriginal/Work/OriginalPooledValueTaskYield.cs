extern alias OriginalPooledAwait;

using System.Runtime.CompilerServices;
using System.Threading.Tasks;
using AsyncBenchmarks.Bodies;
using OriginalPooledAwait::PooledAwait;

namespace AsyncBenchmarks.Libraries;

/// <summary>Operations that suspend twice, as the original <see cref="PooledValueTask"/>.</summary>
internal sealed class OriginalPooledValueTaskYield : YieldWorkload<ValueTaskAwaiter>
{
    protected override ValueTaskAwaiter Start() => Loop().GetAwaiter();

    protected override long Take(ref ValueTaskAwaiter awaiter)
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
