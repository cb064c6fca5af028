using System;
using System.Threading;
using AsyncBenchmarks.Bodies;
using Cysharp.Threading.Tasks;

namespace AsyncBenchmarks.Libraries;

/// <summary>As UniTasks, over the sources that recycle themselves.</summary>
internal readonly struct UniTaskOperations : IOperations<AutoResetUniTaskCompletionSource<int>, UniTask<int>>
{
    public AutoResetUniTaskCompletionSource<int> Create() => AutoResetUniTaskCompletionSource<int>.Create();

    public UniTask<int> TaskOf(AutoResetUniTaskCompletionSource<int> source) => source.Task;

    public void Complete(AutoResetUniTaskCompletionSource<int> source, int value) => source.TrySetResult(value);

    public void Fail(AutoResetUniTaskCompletionSource<int> source, Exception exception) => source.TrySetException(exception);

    public void Cancel(AutoResetUniTaskCompletionSource<int> source) => source.TrySetCanceled();

    public async UniTask<int> Link(UniTask<int> previous) => await previous + 1;

    public void Count(UniTask<int> last, Tally tally) => AwaitAndCount(last, tally).Forget();

    public void Catch(UniTask<int> last, Tally tally) => AwaitAndCatch(last, tally).Forget();

    public void Watch(UniTask<int> last, AsyncLocal<int> local, Tally tally) => AwaitAndWatch(last, local, tally).Forget();

    private static async UniTask AwaitAndCount(UniTask<int> last, Tally tally) => tally.Add(await last);

    private static async UniTask AwaitAndCatch(UniTask<int> last, Tally tally)
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

    private static async UniTask AwaitAndWatch(UniTask<int> last, AsyncLocal<int> local, Tally tally)
    {
        await last;
        tally.Add(local.Value);
    }
}
