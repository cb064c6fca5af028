namespace AsyncBenchmarks.Scenarios;

/// <summary>
/// The values that the operations of rounds return, and how many of them have come back: proof that a body did its work.
/// One operation ends after the other, on whatever thread, so that counting needs no lock.
/// </summary>
internal static class RoundTally
{
    private static long s_count;

    public static readonly Vector4 Vector = new() { X = 1, Y = 2, Z = 3, W = 4 };

    public static readonly object Object = new();

    /// <summary>Counts an operation without a result.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)] // one addition, in every body
    public static void Add() => s_count++;

    /// <summary>Counts an operation with a struct, if it is the known one.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)] // as above
    public static void Add(Vector4 value)
    {
        if (value.X + value.Y + value.Z + value.W == 10)
        {
            s_count++;
        }
    }

    /// <summary>Counts an operation with an object, if it is the known one.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)] // as above
    public static void Add(object value)
    {
        if (ReferenceEquals(value, Object))
        {
            s_count++;
        }
    }

    /// <summary>Counts an operation without a result, and returns what the next one is made of.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)] // as above
    public static T Then<T>(T next)
    {
        Add();
        return next;
    }

    /// <summary>The same for an operation with a struct.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)] // as above
    public static T Then<T>(Vector4 value, T next)
    {
        Add(value);
        return next;
    }

    /// <summary>The same for an operation with an object.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)] // as above
    public static T Then<T>(object value, T next)
    {
        Add(value);
        return next;
    }

    public static void Reset() => s_count = 0;

    /// <summary>Waits until all operations have ended, checks that it were no more, and starts over.</summary>
    /// <exception cref="WorkloadException">Some did not end, ended twice, or had another result.</exception>
    public static void Demand(int operations)
    {
        Patience.Until(ref s_count, operations);
        long count = Volatile.Read(ref s_count);
        s_count = 0;
        if (count != operations)
        {
            throw new WorkloadException($"{count} operations have ended with the right result; there are {operations}.");
        }
    }
}

/// <summary>The struct result of the benchmarks in rounds: four floats.</summary>
internal struct Vector4
{
    public float X;
    public float Y;
    public float Z;
    public float W;
}
