namespace AsyncBenchmarks.Scenarios;

/// <summary>
/// The values that operations return, and the sum of those that were consumed: proof that a body did its work.
/// Written by one thread at a time.
/// </summary>
internal static class Known
{
    private const long StructWorth = 1 + 2 + 3 + 4;
    private const long ObjectWorth = 100;
    private const long FinishWorth = 10_000;

    // Two of each are consumed by one Execute, and one end is reached.
    private const long ExecuteWorth = (2 * StructWorth) + (2 * ObjectWorth) + FinishWorth;

    private static Struct32 s_struct = new() { First = 1, Second = 2, Third = 3, Fourth = 4 };
    private static long s_sum;

    // A generic class's static field would cost a lookup per type, different from library to library by what else shares
    // their code; a comparison with typeof is decided when the code is compiled.

    /// <summary>The known value of that type: 1, 2, 3, 4, or null, for which Task keeps a completed task that it shares.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)] // in the place of a field's read
    public static T Value<T>()
    {
        if (typeof(T) == typeof(Struct32))
        {
            return Unsafe.As<Struct32, T>(ref s_struct);
        }

        return default!;
    }

    /// <summary>Counts a value that came back, if it is the known one.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)] // as above
    public static void Consume<T>(T value)
    {
        if (typeof(T) == typeof(Struct32))
        {
            ref Struct32 consumed = ref Unsafe.As<T, Struct32>(ref value);
            s_sum += consumed.First + consumed.Second + consumed.Third + consumed.Fourth;
        }
        else if (value is null)
        {
            s_sum += ObjectWorth;
        }
    }

    /// <summary>Counts an Execute that got to its end.</summary>
    public static void Finish() => s_sum += FinishWorth;

    public static void Reset() => s_sum = 0;

    /// <summary>Checks that exactly so many operations did all their work, and starts over.</summary>
    /// <exception cref="WorkloadException">They did something else.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)] // a comparison; the rare path is out of line
    public static void Demand(int operations)
    {
        long sum = s_sum;
        s_sum = 0;
        if (sum != operations * ExecuteWorth)
        {
            throw Wrong(sum, operations);
        }
    }

    private static WorkloadException Wrong(long sum, int operations) =>
        new($"The values consumed by {operations} operation(s) add up to {sum}; they should to {operations * ExecuteWorth}.");
}

/// <summary>A large result: four longs, 32 bytes.</summary>
internal struct Struct32
{
    public long First;
    public long Second;
    public long Third;
    public long Fourth;
}
