using System.Threading.Tasks;
using AsyncBenchmarks.Bodies;

namespace AsyncBenchmarks.Libraries;

/// <summary>Task.WhenAll.</summary>
internal sealed class TaskWhenAll(int inputs) : WhenAllWorkload(inputs)
{
    private readonly TaskCompletionSource<int>[] _sources = new TaskCompletionSource<int>[inputs];
    private readonly Task<int>[] _tasks = new Task<int>[inputs];

    protected override void Start()
    {
        for (int number = 0; number < _sources.Length; number++)
        {
            _sources[number] = new TaskCompletionSource<int>();
            _tasks[number] = _sources[number].Task;
        }

        _ = Wait();
    }

    protected override void Complete(int number) => _sources[number].SetResult(number);

    private async Task Wait() => Finish(await Task.WhenAll(_tasks));
}
