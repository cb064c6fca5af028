namespace AsyncBenchmarks.Bodies;

/// <summary>
/// Pending operations, one async method that waits for them through a combinator, and the completions: all on this thread,
/// so that a library's own work is what is measured, not the thread pool's.
/// </summary>
internal abstract class CombinedWorkload : Workload
{
    private const long Nothing = -1;
    private const long Twice = -2;

    private readonly long _expected;
    private long _result = Nothing;

    /// <param name="expected">What the method that waits must end with.</param>
    protected CombinedWorkload(long expected) => _expected = expected;

    public sealed override void Run()
    {
        Start();
        Complete();
        if (_result != _expected)
        {
            throw new WorkloadException($"{GetType().Name} ended with {_result}; it should with {_expected}.");
        }

        _result = Nothing;
    }

    /// <summary>Makes the operations and the method that waits for them.</summary>
    protected abstract void Start();

    /// <summary>Completes every operation.</summary>
    protected abstract void Complete();

    /// <summary>The method that waits has got to its end.</summary>
    /// <param name="result">What it has made of the results.</param>
    protected void Finish(long result) => _result = _result == Nothing ? result : Twice;
}
