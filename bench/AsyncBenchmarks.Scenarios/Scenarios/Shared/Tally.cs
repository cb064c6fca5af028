namespace AsyncBenchmarks.Scenarios;

/// <summary>
/// Counts async methods that have ended. One thread at a time adds; another may wait for the count, and
/// then has the sum too.
/// </summary>
internal sealed class Tally
{
    public const int Canceled = 1;

    public const int Failed = 2;

    // How many have reported; written after what they have reported.
    private long _count;

    public long Sum { get; private set; }

    public long Count => Volatile.Read(ref _count);

    public void Add(int value)
    {
        Sum += value;
        Volatile.Write(ref _count, _count + 1); // after the line above: who sees the count sees the sum, and may start over
    }

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

/// <summary>Waits for what a library may end on another thread, as it does where its stack would not do.</summary>
internal static class Patience
{
    // Ours run inline; what a library hands to the thread pool takes microseconds. This is a hang.
    private static readonly TimeSpan s_limit = TimeSpan.FromSeconds(30);

    private const int SpinsBeforeYield = 100;

    /// <summary>Waits until something was counted so often.</summary>
    /// <param name="count">The count that other threads raise, one at a time, after the work that it counts.</param>
    /// <exception cref="WorkloadException">It was not, within half a minute.</exception>
    public static void Until(ref long count, long wanted)
    {
        if (Volatile.Read(ref count) < wanted)
        {
            Wait(ref count, wanted);
        }
    }

    private static void Wait(ref long count, long wanted)
    {
        Stopwatch elapsed = Stopwatch.StartNew();
        for (int spins = 1; Volatile.Read(ref count) < wanted; spins++)
        {
            if (elapsed.Elapsed > s_limit)
            {
                throw new WorkloadException(
                    $"After {s_limit.TotalSeconds} s {Volatile.Read(ref count)} operations are counted; it should be {wanted}. "
                    + "The others hang, or had a wrong result.");
            }

            Spin(spins);
        }
    }

    /// <summary>Waits a little, and now and then lets another thread have the processor. SpinWait would also sleep, a millisecond at a
    /// time, and that would be part of the work's time.</summary>
    /// <param name="spins">How often it was called before, and this time.</param>
    public static void Spin(int spins)
    {
        if (spins % SpinsBeforeYield == 0)
        {
            Thread.Yield();
        }
        else
        {
            Thread.SpinWait(1);
        }
    }
}

/// <summary>
/// The stack overflows of libraries whose operations complete each other in nested calls. The stack is the main thread's,
/// 8 MB on Linux. Seen on .NET 10 and Mono 6.8; what needs Mono's larger frames is known of Mono only.
/// </summary>
internal static class StackDepth
{
    private const string Reason =
        "Each operation completes the next one in a nested call, and this many calls overflow a thread's stack.";

    private static readonly bool s_isMono = Type.GetType("Mono.Runtime") is not null;

    /// <summary>Chains of continuations that overflow the stack when the root completes.</summary>
    public static Availability OverflowsIn(this Availability availability, RoundsWork work) =>
        work is { Kind: RoundsKind.ContinueWithFromValue or RoundsKind.ContinueWithResolved, Rounds: >= 10_000 }
            ? availability.KnownToFail(Reason)
            : availability;

    /// <summary>Chains of awaits that overflow it.</summary>
    /// <param name="links">The shortest that do.</param>
    public static Availability OverflowsIn(this Availability availability, OperationsWork work, int links = 100_000) =>
        work is DeepWork deep && deep.Links >= links ? availability.KnownToFail(Reason) : availability;

    /// <summary>The same, on Mono only.</summary>
    public static Availability OverflowsOnMonoIn(this Availability availability, RoundsWork work) =>
        s_isMono ? availability.OverflowsIn(work) : availability;

    /// <inheritdoc cref="OverflowsOnMonoIn(Availability, RoundsWork)"/>
    public static Availability OverflowsOnMonoIn(this Availability availability, OperationsWork work, int links) =>
        s_isMono ? availability.OverflowsIn(work, links) : availability;
}
