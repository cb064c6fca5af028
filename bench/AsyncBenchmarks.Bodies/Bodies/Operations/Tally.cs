namespace AsyncBenchmarks.Bodies;

/// <summary>What async methods report to when they end. Used by one thread at a time.</summary>
internal class Tally
{
    /// <summary>What is added for a cancellation.</summary>
    public const int Canceled = 1;

    /// <summary>What is added for a failure.</summary>
    public const int Failed = 2;

    /// <summary>How many have reported.</summary>
    public long Count { get; private set; }

    /// <summary>What they have reported, added up.</summary>
    public long Sum { get; private set; }

    /// <summary>One method has ended.</summary>
    public virtual void Add(int value)
    {
        Count++;
        Sum += value;
    }

    /// <summary>Checks what has come in, and starts over.</summary>
    /// <exception cref="WorkloadException">It is something else.</exception>
    public void Demand(long count, long sum)
    {
        if (Count != count || Sum != sum)
        {
            throw new WorkloadException($"{Count} methods have ended and added up {Sum}; it should be {count} and {sum}.");
        }

        Reset();
    }

    /// <summary>Starts over.</summary>
    public void Reset()
    {
        Count = 0;
        Sum = 0;
    }
}
