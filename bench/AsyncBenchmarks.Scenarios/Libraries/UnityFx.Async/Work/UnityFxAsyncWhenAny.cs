extern alias UnityFxAsync;

using AsyncBenchmarks.Bodies;
using UnityFxAsync::UnityFx.Async;
using UnityFxAsync::UnityFx.Async.Promises;

namespace AsyncBenchmarks.Libraries;

/// <summary>AsyncResult.WhenAny.</summary>
internal sealed class UnityFxAsyncWhenAny(int inputs) : WhenAnyWorkload(inputs)
{
    private readonly AsyncCompletionSource<int>[] _sources = new AsyncCompletionSource<int>[inputs];

    protected override void Start()
    {
        for (int number = 0; number < _sources.Length; number++)
        {
            _sources[number] = new AsyncCompletionSource<int>(AsyncOperationStatus.Running);
        }

        Wait().Done();
    }

    protected override void Complete(int number) => _sources[number].SetResult(number);

    private async AsyncResult Wait() => Finish((await AsyncResult.WhenAny(_sources)).Result);
}
