using System.Runtime.CompilerServices;
using System.Threading.Tasks;
using AsyncBenchmarks.Bodies;
using PooledAwait.MethodBuilders;

namespace AsyncBenchmarks.Libraries;

/// <summary>Operations that suspend twice, as <see cref="ValueTask"/> with the pooling builder.</summary>
internal sealed class PooledAwaitAttributeYield : YieldWorkload<ValueTaskAwaiter>
{
    protected override ValueTaskAwaiter Start() => Loop().GetAwaiter();

    protected override long Take(ref ValueTaskAwaiter awaiter)
    {
        awaiter.GetResult();
        return YieldSum.Take();
    }

    [AsyncMethodBuilder(typeof(PooledAsyncValueTaskMethodBuilder))]
    private static async ValueTask Loop()
    {
        for (int number = 0; number < Operations; number++)
        {
            await Operation(number);
        }
    }

    [AsyncMethodBuilder(typeof(PooledAsyncValueTaskMethodBuilder))]
    private static async ValueTask Operation(int number)
    {
        await Task.Yield();
        await Task.Yield();
        YieldSum.Add(number);
    }
}
