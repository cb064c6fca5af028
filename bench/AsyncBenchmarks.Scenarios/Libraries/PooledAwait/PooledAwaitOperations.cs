using System;
using System.Threading;
using AsyncBenchmarks.Bodies;
using PooledAwait;

namespace AsyncBenchmarks.Libraries;

/// <summary>As PooledValueTasks.</summary>
internal readonly struct PooledAwaitOperations : IOperations<PooledValueTaskSource<int>, PooledValueTask<int>>
{
    public PooledValueTaskSource<int> Create() => PooledValueTaskSource<int>.Create();

    public PooledValueTask<int> TaskOf(PooledValueTaskSource<int> source) => source.PooledTask;

    public void Complete(PooledValueTaskSource<int> source, int value) => source.SetResult(value);

    public void Fail(PooledValueTaskSource<int> source, Exception exception) => source.SetException(exception);

    public void Cancel(PooledValueTaskSource<int> source) => source.SetCanceled();

    public async PooledValueTask<int> Link(PooledValueTask<int> previous) => await previous + 1;

    public void Count(PooledValueTask<int> last, Tally tally) => AwaitAndCount(last, tally).Forget();

    public void Catch(PooledValueTask<int> last, Tally tally) => AwaitAndCatch(last, tally).Forget();

    public void Watch(PooledValueTask<int> last, AsyncLocal<int> local, Tally tally) => AwaitAndWatch(last, local, tally).Forget();

    private static async PooledValueTask AwaitAndCount(PooledValueTask<int> last, Tally tally) => tally.Add(await last);

    private static async PooledValueTask AwaitAndCatch(PooledValueTask<int> last, Tally tally)
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

    private static async PooledValueTask AwaitAndWatch(PooledValueTask<int> last, AsyncLocal<int> local, Tally tally)
    {
        await last;
        tally.Add(local.Value);
    }
}
