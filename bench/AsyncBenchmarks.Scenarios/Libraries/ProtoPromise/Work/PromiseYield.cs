using System.Threading.Tasks;
using AsyncBenchmarks.Bodies;
using Proto.Promises;
using Proto.Promises.CompilerServices;

namespace AsyncBenchmarks.Libraries;

/// <summary>Operations that suspend twice, as <see cref="Promise"/>.</summary>
internal sealed class PromiseYield : YieldWorkload<PromiseAwaiterVoid>
{
    protected override PromiseAwaiterVoid Start() => Loop().GetAwaiter();

    protected override long Take(ref PromiseAwaiterVoid awaiter)
    {
        awaiter.GetResult();
        return YieldSum.Take();
    }

    private static async Promise Loop()
    {
        for (int number = 0; number < Operations; number++)
        {
            await Operation(number);
        }
    }

    private static async Promise Operation(int number)
    {
        await Task.Yield();
        await Task.Yield();
        YieldSum.Add(number);
    }
}
