using System.Threading.Tasks;
using AsyncBenchmarks.Bodies;

namespace AsyncBenchmarks.Lab.LowerBounds;

/// <summary>Operations that suspend twice, as async methods over the smallest builder.</summary>
internal sealed class HandWrittenAsyncYield : YieldWorkload<HandWrittenAwaiter>
{
    protected override HandWrittenAwaiter Start() => Loop().GetAwaiter();

    protected override long Take(ref HandWrittenAwaiter awaiter)
    {
        awaiter.GetResult();
        return YieldSum.Take();
    }

    private static async HandWrittenTask Loop()
    {
        for (int number = 0; number < Operations; number++)
        {
            await Operation(number);
        }
    }

    private static async HandWrittenTask Operation(int number)
    {
        await Task.Yield();
        await Task.Yield();
        YieldSum.Add(number);
    }
}
