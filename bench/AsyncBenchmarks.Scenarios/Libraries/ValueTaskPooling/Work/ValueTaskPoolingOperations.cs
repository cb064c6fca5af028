using System;
using System.Runtime.CompilerServices;
using System.Threading;
using System.Threading.Tasks;
using AsyncBenchmarks.Bodies;

namespace AsyncBenchmarks.Libraries;

/// <summary>As ValueTasks over pooled boxes, and the suite's own pooled sources.</summary>
internal readonly struct ValueTaskPoolingOperations : IOperations<PooledSource<int>, ValueTask<int>>
{
    public PooledSource<int> Create() => PooledSource<int>.Rent();

    public ValueTask<int> TaskOf(PooledSource<int> source) => source.Task;

    public void Complete(PooledSource<int> source, int value) => source.SetResult(value);

    public void Fail(PooledSource<int> source, Exception exception) => source.SetException(exception);

    public void Cancel(PooledSource<int> source) => source.SetException(new OperationCanceledException());

    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder<>))]
    public async ValueTask<int> Link(ValueTask<int> previous) => await previous + 1;

    public void Count(ValueTask<int> last, Tally tally) => ResultTaker.Forget(AwaitAndCount(last, tally));

    public void Catch(ValueTask<int> last, Tally tally) => ResultTaker.Forget(AwaitAndCatch(last, tally));

    public void Watch(ValueTask<int> last, AsyncLocal<int> local, Tally tally) => ResultTaker.Forget(AwaitAndWatch(last, local, tally));

    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder))]
    private static async ValueTask AwaitAndCount(ValueTask<int> last, Tally tally) => tally.Add(await last);

    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder))]
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

    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder))]
    private static async ValueTask AwaitAndWatch(ValueTask<int> last, AsyncLocal<int> local, Tally tally)
    {
        await last;
        tally.Add(local.Value);
    }
}
