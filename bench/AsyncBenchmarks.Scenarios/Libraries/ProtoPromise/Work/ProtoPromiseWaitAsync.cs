using AsyncBenchmarks.Bodies;
using AsyncBenchmarks.Scenarios;
using Proto.Promises;

namespace AsyncBenchmarks.Libraries;

/// <summary>Promise.WaitAsync, with the library's own timers and cancellations.</summary>
internal sealed class ProtoPromiseWaitAsync(WaitLimit limit) : WaitWorkload
{
    private static readonly CancelationSource s_cancelation = CancelationSource.New();

    private Promise<int>.Deferred _source;

    protected override void Start()
    {
        _source = Promise<int>.NewDeferred();
        Promise<int> promise = _source.Promise;
        Wait(limit == WaitLimit.Timeout ? promise.WaitAsync(s_timeout) : promise.WaitAsync(s_cancelation.Token)).Forget();
    }

    protected override void Complete() => _source.Resolve(Value);

    private async Promise Wait(Promise<int> limited) => Finish(await limited);
}
