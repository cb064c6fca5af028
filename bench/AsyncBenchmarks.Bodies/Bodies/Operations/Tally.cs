using System.Threading;

namespace AsyncBenchmarks.Bodies;

/// <summary>
/// What async methods report to when they end. One thread at a time adds; another may wait until the count is there, and
/// then has the sum too.
/// </summary>
internal sealed class Tally
{
    /// <summary>What is added for a cancellation.</summary>
    public const int Canceled = 1;

    /// <summary>What is added for a failure.</summary>
    public const int Failed = 2;

    // How many have reported; written after what they have reported.
    private long _count;

    /// <summary>What they have reported, added up.</summary>
    public long Sum { get; private set; }

    /// <summary>One method has ended.</summary>
    public void Add(int value)
    {
        Sum += value;
        Volatile.Write(ref _count, _count + 1); // after the line above: who sees the count sees the sum, and may start over
    }

    /// <summary>Waits until so many have reported.</summary>
    /// <exception cref="WorkloadException">They don't.</exception>
    public void Await(long count) => Patience.Until(ref _count, count);

    /// <summary>Waits until so many have reported, checks what has come in, and starts over.</summary>
    /// <exception cref="WorkloadException">It is something else.</exception>
    public void Demand(long count, long sum)
    {
        Await(count);
        if (_count != count || Sum != sum)
        {
            throw new WorkloadException($"{_count} methods have ended and added up {Sum}; it should be {count} and {sum}.");
        }

        _count = 0;
        Sum = 0;
    }
}
