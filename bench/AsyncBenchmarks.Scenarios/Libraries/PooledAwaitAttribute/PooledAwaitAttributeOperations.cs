using System;
using System.Runtime.CompilerServices;
using System.Threading;
using System.Threading.Tasks;
using AsyncBenchmarks.Bodies;
using PooledAwait;
using PooledAwait.MethodBuilders;

namespace AsyncBenchmarks.Libraries;

/// <summary>As ValueTasks, with the library's builders asked for by an attribute.</summary>
internal readonly struct PooledAwaitAttributeOperations : IOperations<PooledValueTaskSource<int>, ValueTask<int>>
{
    public PooledValueTaskSource<int> Create() => PooledValueTaskSource<int>.Create();

    public ValueTask<int> TaskOf(PooledValueTaskSource<int> source) => source.Task;

    public void Complete(PooledValueTaskSource<int> source, int value) => source.SetResult(value);

    public void Fail(PooledValueTaskSource<int> source, Exception exception) => source.SetException(exception);

    public void Cancel(PooledValueTaskSource<int> source) => source.SetCanceled();

    [AsyncMethodBuilder(typeof(PooledAsyncValueTaskMethodBuilder<>))]
    public async ValueTask<int> Link(ValueTask<int> previous) => await previous + 1;

    public void Count(ValueTask<int> last, Tally tally) => ResultTaker.Forget(AwaitAndCount(last, tally));

    public void Catch(ValueTask<int> last, Tally tally) => ResultTaker.Forget(AwaitAndCatch(last, tally));

    public void Watch(ValueTask<int> last, AsyncLocal<int> local, Tally tally) => ResultTaker.Forget(AwaitAndWatch(last, local, tally));

    [AsyncMethodBuilder(typeof(PooledAsyncValueTaskMethodBuilder))]
    private static async ValueTask AwaitAndCount(ValueTask<int> last, Tally tally) => tally.Add(await last);

    [AsyncMethodBuilder(typeof(PooledAsyncValueTaskMethodBuilder))]
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

    [AsyncMethodBuilder(typeof(PooledAsyncValueTaskMethodBuilder))]
    private static async ValueTask AwaitAndWatch(ValueTask<int> last, AsyncLocal<int> local, Tally tally)
    {
        await last;
        tally.Add(local.Value);
    }
}
