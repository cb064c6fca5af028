using AsyncBenchmarks.Bodies;
using Proto.Promises;

namespace AsyncBenchmarks.Libraries;

/// <summary>Promise.All, with results into an array that is there.</summary>
internal sealed class ProtoPromiseWhenAll(int inputs) : WhenAllWorkload(inputs)
{
    private readonly Promise<int>.Deferred[] _sources = new Promise<int>.Deferred[inputs];
    private readonly Promise<int>[] _promises = new Promise<int>[inputs];
    private readonly int[] _results = new int[inputs];

    protected override void Start()
    {
        for (int number = 0; number < _sources.Length; number++)
        {
            _sources[number] = Promise<int>.NewDeferred();
            _promises[number] = _sources[number].Promise;
        }

        Wait().Forget();
    }

    protected override void Complete(int number) => _sources[number].Resolve(number);

    private async Promise Wait()
    {
        await Promise<int>.All(_promises, _results);
        Finish(_results);
    }
}
