namespace AsyncBenchmarks.Scenarios;

/// <summary>
/// Adds up what async methods have done, and waits for their ends. Unless they share it, only what they wait on guards the sum, so that two
/// methods inside at once lose a part of it.
/// </summary>
#pragma warning disable CA1001 // It has no handle to give back.
internal sealed class Entries
#pragma warning restore CA1001
{
    private static readonly TimeSpan s_limit = TimeSpan.FromSeconds(30);

    private readonly ManualResetEventSlim _ended = new();
    private long _expected;
    private long _sum;
    private int _running;

    /// <summary>Whether several methods may add at once.</summary>
    public bool AreShared { get; set; }

    /// <param name="sum">What the methods will add up to.</param>
    public void Expect(long sum, int methods)
    {
        _expected = sum;
        _sum = 0;
        _running = methods;
        _ended.Reset();
    }

    /// <summary>A method has done a part.</summary>
    public void Add(long part = 1)
    {
        if (AreShared)
        {
            Interlocked.Add(ref _sum, part);
        }
        else
        {
            _sum += part;
        }
    }

    /// <summary>A method has done all, and holds nothing any more.</summary>
    public void End()
    {
        if (Interlocked.Decrement(ref _running) == 0)
        {
            _ended.Set();
        }
    }

    /// <summary>No wait may have ended yet.</summary>
    public void DemandNone()
    {
        if (_sum != 0)
        {
            throw new WorkloadException($"{_sum} waits have ended although nothing has released them.");
        }
    }

    /// <summary>Waits for the ends, and checks the sum.</summary>
    public void Demand()
    {
        if (!_ended.Wait(s_limit))
        {
            throw new WorkloadException($"After {s_limit.TotalSeconds} s {_running} methods have not ended: they hang, or have failed.");
        }

        if (_sum != _expected)
        {
            throw new WorkloadException(
                $"The methods have added up {_sum}; it should be {_expected}. Two were inside, or a wait was none.");
        }
    }
}
