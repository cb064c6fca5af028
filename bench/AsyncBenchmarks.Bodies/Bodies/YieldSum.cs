namespace AsyncBenchmarks.Bodies;

/// <summary>
/// What the operations without a result leave behind. They run one after the other, if on different threads, and the thread
/// pool orders them.
/// </summary>
internal static class YieldSum
{
    private static long s_sum;

    /// <summary>Adds an operation's number.</summary>
    public static void Add(int number) => s_sum += number;

    /// <summary>The sum; the next one starts at 0.</summary>
    public static long Take()
    {
        long sum = s_sum;
        s_sum = 0;
        return sum;
    }
}
