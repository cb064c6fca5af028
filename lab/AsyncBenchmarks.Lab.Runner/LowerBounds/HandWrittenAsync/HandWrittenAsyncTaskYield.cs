using System.Runtime.CompilerServices;
using System.Threading.Tasks;
using AsyncBenchmarks.Bodies;

namespace AsyncBenchmarks.Lab.LowerBounds;

/// <summary>Operations that suspend twice, as <see cref="Task"/> over the smallest builder.</summary>
internal sealed class HandWrittenAsyncTaskYield : YieldWorkload<TaskAwaiter>
{
    protected override TaskAwaiter Start() => Loop().GetAwaiter();

    protected override long Take(ref TaskAwaiter awaiter)
    {
        awaiter.GetResult();
        return YieldSum.Take();
    }

    [AsyncMethodBuilder(typeof(HandWrittenPromiseBuilder))]
    private static async Task Loop()
    {
        for (int number = 0; number < Operations; number++)
        {
            await Operation(number);
        }
    }

    [AsyncMethodBuilder(typeof(HandWrittenPromiseBuilder))]
    private static async Task Operation(int number)
    {
        await Task.Yield();
        await Task.Yield();
        YieldSum.Add(number);
    }
}
