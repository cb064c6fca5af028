using System;
using System.Threading;
using System.Threading.Tasks;
using AsyncBenchmarks.Bodies;

namespace AsyncBenchmarks.Libraries;

/// <summary>As ValueTasks, over the suite's own pooled sources.</summary>
internal readonly struct ValueTaskOperations : IOperations<PooledSource<int>, ValueTask<int>>
{
    public PooledSource<int> Create() => PooledSource<int>.Rent();

    public ValueTask<int> TaskOf(PooledSource<int> source) => source.Task;

    public void Complete(PooledSource<int> source, int value) => source.SetResult(value);

    public void Fail(PooledSource<int> source, Exception exception) => source.SetException(exception);

    public void Cancel(PooledSource<int> source) => source.SetException(new OperationCanceledException());

    public async ValueTask<int> Link(ValueTask<int> previous) => await previous + 1;

    public void Count(ValueTask<int> last, Tally tally) => _ = AwaitAndCount(last, tally);

    public void Catch(ValueTask<int> last, Tally tally) => _ = AwaitAndCatch(last, tally);

    public void Watch(ValueTask<int> last, AsyncLocal<int> local, Tally tally) => _ = AwaitAndWatch(last, local, tally);

    private static async ValueTask AwaitAndCount(ValueTask<int> last, Tally tally) => tally.Add(await last);

    private static async ValueTask AwaitAndCatch(ValueTask<int> last, Tally tally)
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

    private static async ValueTask AwaitAndWatch(ValueTask<int> last, AsyncLocal<int> local, Tally tally)
    {
        await last;
        tally.Add(local.Value);
    }
}
