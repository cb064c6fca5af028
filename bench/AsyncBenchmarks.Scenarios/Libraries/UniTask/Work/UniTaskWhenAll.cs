using AsyncBenchmarks.Bodies;
using Cysharp.Threading.Tasks;

namespace AsyncBenchmarks.Libraries;

/// <summary>UniTask.WhenAll.</summary>
internal sealed class UniTaskWhenAll(int inputs) : WhenAllWorkload(inputs)
{
    private readonly AutoResetUniTaskCompletionSource<int>[] _sources = new AutoResetUniTaskCompletionSource<int>[inputs];
    private readonly UniTask<int>[] _tasks = new UniTask<int>[inputs];

    protected override void Start()
    {
        for (int number = 0; number < _sources.Length; number++)
        {
            _sources[number] = AutoResetUniTaskCompletionSource<int>.Create();
            _tasks[number] = _sources[number].Task;
        }

        Wait().Forget();
    }

    protected override void Complete(int number) => _sources[number].TrySetResult(number);

    private async UniTask Wait() => Finish(await UniTask.WhenAll(_tasks));
}
