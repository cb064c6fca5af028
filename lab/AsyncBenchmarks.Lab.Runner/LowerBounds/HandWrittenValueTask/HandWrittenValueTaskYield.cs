using System.Runtime.CompilerServices;
using System.Threading.Tasks;
using AsyncBenchmarks.Bodies;

namespace AsyncBenchmarks.Lab.LowerBounds;

/// <summary>Operations that suspend twice, as <see cref="ValueTask"/> over the smallest builder.</summary>
internal sealed class HandWrittenValueTaskYield : YieldWorkload<ValueTaskAwaiter>
{
    protected override ValueTaskAwaiter Start() => Loop().GetAwaiter();

    protected override long Take(ref ValueTaskAwaiter awaiter)
    {
        awaiter.GetResult();
        return YieldSum.Take();
    }

    [AsyncMethodBuilder(typeof(HandWrittenValueTaskBuilder))]
    private static async ValueTask Loop()
    {
        for (int number = 0; number < Operations; number++)
        {
            await Operation(number);
        }
    }

    [AsyncMethodBuilder(typeof(HandWrittenValueTaskBuilder))]
    private static async ValueTask Operation(int number)
    {
        await Task.Yield();
        await Task.Yield();
        YieldSum.Add(number);
    }
}
