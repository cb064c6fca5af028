using System;
using System.Threading;
using System.Threading.Tasks;
using AsyncBenchmarks.Bodies;

namespace AsyncBenchmarks.Libraries;

/// <summary>As tasks.</summary>
internal readonly struct TaskOperations : IOperations<TaskCompletionSource<int>, Task<int>>
{
    public TaskCompletionSource<int> Create() => new();

    public Task<int> TaskOf(TaskCompletionSource<int> source) => source.Task;

    public void Complete(TaskCompletionSource<int> source, int value) => source.SetResult(value);

    public void Fail(TaskCompletionSource<int> source, Exception exception) => source.SetException(exception);

    public void Cancel(TaskCompletionSource<int> source) => source.SetCanceled();

    public async Task<int> Link(Task<int> previous) => await previous + 1;

    public void Count(Task<int> last, Tally tally) => _ = AwaitAndCount(last, tally);

    public void Catch(Task<int> last, Tally tally) => _ = AwaitAndCatch(last, tally);

    public void Watch(Task<int> last, AsyncLocal<int> local, Tally tally) => _ = AwaitAndWatch(last, local, tally);

    private static async Task AwaitAndCount(Task<int> last, Tally tally) => tally.Add(await last);

    private static async Task AwaitAndCatch(Task<int> last, Tally tally)
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

    private static async Task AwaitAndWatch(Task<int> last, AsyncLocal<int> local, Tally tally)
    {
        await last;
        tally.Add(local.Value);
    }
}
