/// <summary>What an operation allocates.</summary>
public static class Measured
{
    /// <summary>The bytes that one operation allocates, in the whole process, once its code is warm.</summary>
    public static async Task<long> Bytes(int operations, Func<Task> operation)
    {
        for (int i = 0; i < operations; i++)
        {
            await operation();
        }

        long before = GC.GetTotalAllocatedBytes(precise: true);
        for (int i = 0; i < operations; i++)
        {
            await operation();
        }

        return (GC.GetTotalAllocatedBytes(precise: true) - before) / operations;
    }
}
