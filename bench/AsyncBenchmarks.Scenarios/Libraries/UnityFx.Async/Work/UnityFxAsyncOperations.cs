extern alias UnityFxAsync;

using System;
using System.Threading;
using AsyncBenchmarks.Bodies;
using UnityFxAsync::UnityFx.Async;
using UnityFxAsync::UnityFx.Async.Promises;

namespace AsyncBenchmarks.Libraries;

/// <summary>As operations, which are their own sources.</summary>
internal readonly struct UnityFxAsyncOperations : IOperations<AsyncCompletionSource<int>, AsyncResult<int>>
{
    public AsyncCompletionSource<int> Create() => new(AsyncOperationStatus.Running);

    public AsyncResult<int> TaskOf(AsyncCompletionSource<int> source) => source;

    public void Complete(AsyncCompletionSource<int> source, int value) => source.SetResult(value);

    public void Fail(AsyncCompletionSource<int> source, Exception exception) => source.SetException(exception);

    public void Cancel(AsyncCompletionSource<int> source) => source.SetCanceled();

    public async AsyncResult<int> Link(AsyncResult<int> previous) => await previous + 1;

    public void Count(AsyncResult<int> last, Tally tally) => AwaitAndCount(last, tally).Done();

    public void Catch(AsyncResult<int> last, Tally tally) => AwaitAndCatch(last, tally).Done();

    public void Watch(AsyncResult<int> last, AsyncLocal<int> local, Tally tally) => AwaitAndWatch(last, local, tally).Done();

    private static async AsyncResult AwaitAndCount(AsyncResult<int> last, Tally tally) => tally.Add(await last);

    private static async AsyncResult AwaitAndCatch(AsyncResult<int> last, Tally tally)
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

    private static async AsyncResult AwaitAndWatch(AsyncResult<int> last, AsyncLocal<int> local, Tally tally)
    {
        await last;
        tally.Add(local.Value);
    }
}
