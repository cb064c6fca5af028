using AsyncBenchmarks.Bodies;
using RSG;

namespace AsyncBenchmarks.Libraries;

/// <summary>Promise.All, continued with Then.</summary>
internal sealed class RsgPromiseWhenAll(int inputs) : WhenAllWorkload(inputs)
{
    private readonly Promise<int>[] _promises = new Promise<int>[inputs];

    protected override void Start()
    {
        for (int number = 0; number < _promises.Length; number++)
        {
            _promises[number] = new Promise<int>();
        }

        Promise<int>.All(_promises).Then(Finish).Done();
    }

    protected override void Complete(int number) => _promises[number].Resolve(number);
}
