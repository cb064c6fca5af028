using System;
using System.Threading;
using AsyncBenchmarks.Bodies;

namespace AsyncBenchmarks.Lab.LowerBounds;

/// <summary>As async methods over the smallest builder. No scenario of theirs has exceptions as results.</summary>
internal readonly struct HandWrittenAsyncOperations : IOperations<HandWrittenSource<int>, HandWrittenTask<int>>
{
    public HandWrittenSource<int> Create() => HandWrittenSource<int>.Create();

    public HandWrittenTask<int> TaskOf(HandWrittenSource<int> source) => new(source.Operation, 0);

    public void Complete(HandWrittenSource<int> source, int value) => source.SetResult(value);

    public void Fail(HandWrittenSource<int> source, Exception exception) => throw new NotSupportedException();

    public void Cancel(HandWrittenSource<int> source) => throw new NotSupportedException();

    public async HandWrittenTask<int> Link(HandWrittenTask<int> previous) => await previous + 1;

    public void Count(HandWrittenTask<int> last, Tally tally) => AwaitAndCount(last, tally).Forget();

    public void Catch(HandWrittenTask<int> last, Tally tally) => throw new NotSupportedException();

    public void Watch(HandWrittenTask<int> last, AsyncLocal<int> local, Tally tally) => AwaitAndWatch(last, local, tally).Forget();

    private static async HandWrittenTask AwaitAndCount(HandWrittenTask<int> last, Tally tally) => tally.Add(await last);

    private static async HandWrittenTask AwaitAndWatch(HandWrittenTask<int> last, AsyncLocal<int> local, Tally tally)
    {
        await last;
        tally.Add(local.Value);
    }
}
