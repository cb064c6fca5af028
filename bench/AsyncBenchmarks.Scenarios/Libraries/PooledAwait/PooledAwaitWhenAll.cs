using AsyncBenchmarks.Bodies;
using PooledAwait;

namespace AsyncBenchmarks.Libraries;

/// <summary>PooledValueTask.WhenAll, with results into an array that is there.</summary>
internal sealed class PooledAwaitWhenAll(int inputs) : WhenAllWorkload(inputs)
{
    private readonly PooledValueTaskSource<int>[] _sources = new PooledValueTaskSource<int>[inputs];
    private readonly PooledValueTask<int>[] _tasks = new PooledValueTask<int>[inputs];
    private readonly int[] _results = new int[inputs];

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

    private async PooledValueTask Wait()
    {
        await PooledValueTask.WhenAll(_tasks, _results);
        Finish(_results);
    }
}
