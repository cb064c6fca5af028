using System.Threading;
using System.Threading.Tasks;
using AsyncBenchmarks.Bodies;
using AsyncBenchmarks.Scenarios;

namespace AsyncBenchmarks.Libraries;

/// <summary>Task.WaitAsync, which .NET Framework doesn't have.</summary>
internal sealed class TaskWaitAsync(WaitLimit limit) : WaitWorkload
{
    private static readonly CancellationTokenSource s_cancellation = new();

    private TaskCompletionSource<int> _source = new();

    protected override void Start()
    {
        _source = new TaskCompletionSource<int>();
        _ = Wait(limit == WaitLimit.Timeout ? _source.Task.WaitAsync(s_timeout) : _source.Task.WaitAsync(s_cancellation.Token));
    }

    protected override void Complete() => _source.SetResult(Value);

    private async Task Wait(Task<int> limited) => Finish(await limited);
}
