extern alias OriginalPooledAwait;

using System;
using System.Threading;
using System.Threading.Tasks;
using AsyncBenchmarks.Bodies;
using OriginalPooledAwait::PooledAwait;

namespace AsyncBenchmarks.Libraries;

/// <summary>As the original's PooledValueTasks.</summary>
internal readonly struct PooledAwaitOriginalOperations : IOperations<PooledValueTaskSource<int>, ValueTask<int>>
{
    public PooledValueTaskSource<int> Create() => PooledValueTaskSource<int>.Create();

    public ValueTask<int> TaskOf(PooledValueTaskSource<int> source) => source.Task;

    public void Complete(PooledValueTaskSource<int> source, int value) => source.SetResult(value);

    public void Fail(PooledValueTaskSource<int> source, Exception exception) => source.SetException(exception);

    public void Cancel(PooledValueTaskSource<int> source) => source.SetCanceled();

    public ValueTask<int> Link(ValueTask<int> previous) => AwaitAndAdd(previous);

    public void Count(ValueTask<int> last, Tally tally) => ResultTaker.Forget(AwaitAndCount(last, tally));

    public void Catch(ValueTask<int> last, Tally tally) => ResultTaker.Forget(AwaitAndCatch(last, tally));

    public void Watch(ValueTask<int> last, AsyncLocal<int> local, Tally tally) => ResultTaker.Forget(AwaitAndWatch(last, local, tally));

    // The original's sources hand out ValueTasks only, and its own task converts to one.
    private static async PooledValueTask<int> AwaitAndAdd(ValueTask<int> previous) => await previous + 1;

    private static async PooledValueTask AwaitAndCount(ValueTask<int> last, Tally tally) => tally.Add(await last);

    private static async PooledValueTask AwaitAndCatch(ValueTask<int> last, Tally tally)
    {
        try
        {
            await last;
        }
        catch (OperationCanceledException)
        {
            tally.Add(Tally.Canceled);
        }
        catch (InvalidOperationException)
        {
            tally.Add(Tally.Failed);
        }
    }

    private static async PooledValueTask AwaitAndWatch(ValueTask<int> last, AsyncLocal<int> local, Tally tally)
    {
        await last;
        tally.Add(local.Value);
    }
}
