using System;
using System.Threading;
using AsyncBenchmarks.Bodies;
using RSG;

namespace AsyncBenchmarks.Libraries;

/// <summary>As promises, which are their own sources, with Then in place of await.</summary>
internal readonly struct RsgPromiseOperations : IOperations<Promise<int>, IPromise<int>>
{
    public Promise<int> Create() => new();

    public IPromise<int> TaskOf(Promise<int> source) => source;

    public void Complete(Promise<int> source, int value) => source.Resolve(value);

    public void Fail(Promise<int> source, Exception exception) => source.Reject(exception);

    // It has no cancellation; a scenario that needs one has no row here.
    public void Cancel(Promise<int> source) => throw new NotSupportedException();

    public IPromise<int> Link(IPromise<int> previous) => previous.Then(static value => value + 1);

    public void Count(IPromise<int> last, Tally tally) => last.Then(tally.Add).Done();

    public void Catch(IPromise<int> last, Tally tally) => last.Done(
        static _ => { },
        exception => tally.Add(exception is InvalidOperationException ? Tally.Failed : 0));

    public void Watch(IPromise<int> last, AsyncLocal<int> local, Tally tally) => last.Then(_ => tally.Add(local.Value)).Done();
}
