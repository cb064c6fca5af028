using System.Threading;
using AsyncBenchmarks.Bodies;
using Cysharp.Threading.Tasks;

namespace AsyncBenchmarks.Libraries;

/// <summary>UniTask.AttachExternalCancellation.</summary>
internal sealed class UniTaskWaitAsync : WaitWorkload
{
    private static readonly CancellationTokenSource s_cancellation = new();

    private AutoResetUniTaskCompletionSource<int>? _source;

    protected override void Start()
    {
        _source = AutoResetUniTaskCompletionSource<int>.Create();
        Wait(_source.Task.AttachExternalCancellation(s_cancellation.Token)).Forget();
    }

    protected override void Complete() => _source!.TrySetResult(Value);

    private async UniTask Wait(UniTask<int> limited) => Finish(await limited);
}
