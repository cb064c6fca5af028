using System;
using System.Runtime.CompilerServices;
using System.Threading;
using System.Threading.Tasks;
using AsyncBenchmarks.Bodies;

namespace AsyncBenchmarks.Lab.LowerBounds;

/// <summary>As ValueTasks, over the smallest builder. No scenario of theirs has exceptions as results.</summary>
internal readonly struct HandWrittenValueTaskOperations : IOperations<HandWrittenSource<int>, ValueTask<int>>
{
    public HandWrittenSource<int> Create() => HandWrittenSource<int>.Create();

    public ValueTask<int> TaskOf(HandWrittenSource<int> source) => new(source.Operation, 0);

    public void Complete(HandWrittenSource<int> source, int value) => source.SetResult(value);

    public void Fail(HandWrittenSource<int> source, Exception exception) => throw new NotSupportedException();

    public void Cancel(HandWrittenSource<int> source) => throw new NotSupportedException();

    [AsyncMethodBuilder(typeof(HandWrittenValueTaskBuilder<>))]
    public async ValueTask<int> Link(ValueTask<int> previous) => await previous + 1;

    public void Count(ValueTask<int> last, Tally tally) => ResultTaker.Forget(AwaitAndCount(last, tally));

    public void Catch(ValueTask<int> last, Tally tally) => throw new NotSupportedException();

    public void Watch(ValueTask<int> last, AsyncLocal<int> local, Tally tally) => ResultTaker.Forget(AwaitAndWatch(last, local, tally));

    [AsyncMethodBuilder(typeof(HandWrittenValueTaskBuilder))]
    private static async ValueTask AwaitAndCount(ValueTask<int> last, Tally tally) => tally.Add(await last);

    [AsyncMethodBuilder(typeof(HandWrittenValueTaskBuilder))]
    private static async ValueTask AwaitAndWatch(ValueTask<int> last, AsyncLocal<int> local, Tally tally)
    {
        await last;
        tally.Add(local.Value);
    }
}
