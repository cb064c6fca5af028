using System.Threading;
using AsyncBenchmarks.Bodies;
using AsyncBenchmarks.Scenarios;
using PooledAwait;

namespace AsyncBenchmarks.Libraries;

/// <summary>PooledValueTask.WaitAsync.</summary>
internal sealed class PooledAwaitWaitAsync(WaitLimit limit) : WaitWorkload
{
    private static readonly CancellationTokenSource s_cancellation = new();

    private PooledValueTaskSource<int> _source;

    protected override void Start()
    {
        _source = PooledValueTaskSource<int>.Create();
        PooledValueTask<int> task = _source.PooledTask;
        Wait(limit == WaitLimit.Timeout ? task.WaitAsync(s_timeout) : task.WaitAsync(s_cancellation.Token)).Forget();
    }

    protected override void Complete() => _source.SetResult(Value);

    private async PooledValueTask Wait(PooledValueTask<int> limited) => Finish(await limited);
}
