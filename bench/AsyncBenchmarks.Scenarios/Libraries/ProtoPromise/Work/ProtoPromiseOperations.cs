using System;
using System.Threading;
using AsyncBenchmarks.Bodies;
using Proto.Promises;

namespace AsyncBenchmarks.Libraries;

/// <summary>As promises.</summary>
internal readonly struct ProtoPromiseOperations : IOperations<Promise<int>.Deferred, Promise<int>>
{
    public Promise<int>.Deferred Create() => Promise<int>.NewDeferred();

    public Promise<int> TaskOf(Promise<int>.Deferred source) => source.Promise;

    public void Complete(Promise<int>.Deferred source, int value) => source.Resolve(value);

    public void Fail(Promise<int>.Deferred source, Exception exception) => source.Reject(exception);

    public void Cancel(Promise<int>.Deferred source) => source.Cancel();

    public async Promise<int> Link(Promise<int> previous) => await previous + 1;

    public void Count(Promise<int> last, Tally tally) => AwaitAndCount(last, tally).Forget();

    public void Catch(Promise<int> last, Tally tally) => AwaitAndCatch(last, tally).Forget();

    public void Watch(Promise<int> last, AsyncLocal<int> local, Tally tally) => AwaitAndWatch(last, local, tally).Forget();

    private static async Promise AwaitAndCount(Promise<int> last, Tally tally) => tally.Add(await last);

    private static async Promise AwaitAndCatch(Promise<int> last, Tally tally)
    {
        try
        {
            await last;
        }
        catch (OperationCanceledException)
        {
            tally.Add(Tally.Canceled);
        }
        catch (System.InvalidOperationException) // ProtoPromise has one of that name
        {
            tally.Add(Tally.Failed);
        }
    }

    private static async Promise AwaitAndWatch(Promise<int> last, AsyncLocal<int> local, Tally tally)
    {
        await last;
        tally.Add(local.Value);
    }
}
