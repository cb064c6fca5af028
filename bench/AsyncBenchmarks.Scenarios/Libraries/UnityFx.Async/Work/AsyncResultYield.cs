extern alias UnityFxAsync;

using System.Threading.Tasks;
using AsyncBenchmarks.Bodies;
using UnityFxAsync::UnityFx.Async;
using UnityFxAsync::UnityFx.Async.CompilerServices;

namespace AsyncBenchmarks.Libraries;

/// <summary>Operations that suspend twice, as <see cref="AsyncResult"/>.</summary>
internal sealed class AsyncResultYield : YieldWorkload<AsyncAwaiter>
{
    protected override AsyncAwaiter Start() => Loop().GetAwaiter();

    protected override long Take(ref AsyncAwaiter awaiter)
    {
        awaiter.GetResult();
        return YieldSum.Take();
    }

    private static async AsyncResult Loop()
    {
        for (int number = 0; number < Operations; number++)
        {
            await Operation(number);
        }
    }

    private static async AsyncResult Operation(int number)
    {
        await Task.Yield();
        await Task.Yield();
        YieldSum.Add(number);
    }
}
