using AsyncBenchmarks.Bodies;
using Proto.Promises;

namespace AsyncBenchmarks.Libraries;

/// <summary>Promise.Race.</summary>
internal sealed class ProtoPromiseWhenAny(int inputs) : WhenAnyWorkload(inputs)
{
    private readonly Promise<int>.Deferred[] _sources = new Promise<int>.Deferred[inputs];
    private readonly Promise<int>[] _promises = new Promise<int>[inputs];

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

    private async Promise Wait() => Finish(await Promise<int>.Race(_promises));
}
