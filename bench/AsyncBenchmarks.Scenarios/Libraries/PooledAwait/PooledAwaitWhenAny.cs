using AsyncBenchmarks.Bodies;
using PooledAwait;

namespace AsyncBenchmarks.Libraries;

/// <summary>PooledValueTask.WhenAny.</summary>
internal sealed class PooledAwaitWhenAny(int inputs) : WhenAnyWorkload(inputs)
{
    private readonly PooledValueTaskSource<int>[] _sources = new PooledValueTaskSource<int>[inputs];
    private readonly PooledValueTask<int>[] _tasks = new PooledValueTask<int>[inputs];

    protected override void Start()
    {
        for (int number = 0; number < _sources.Length; number++)
        {
            _sources[number] = PooledValueTaskSource<int>.Create();
            _tasks[number] = _sources[number].PooledTask;
        }

        Wait().Forget();
    }

    protected override void Complete(int number) => _sources[number].SetResult(number);

    private async PooledValueTask Wait() => Finish((await PooledValueTask.WhenAny(_tasks)).Result);
}
