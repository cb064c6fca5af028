namespace PooledAwait.Tests.Soak;

public class YieldTests
{
    [Theory]
    [InlineData(2)]
    [InlineData(8)]
    [InlineData(32)]
    public void YieldingOperations_OnManyWorkers_EachComesBackOnceWithItsOwnValue(int workers)
    {
        int operations = Rounds.Of(300_000, 5_000_000);
        int[] seen = new int[operations];
        int next = -1;
        Watchdog.Run(
            () =>
            {
                PooledTask[] running = new PooledTask[workers];
                for (int worker = 0; worker < workers; worker++)
                {
                    running[worker] = Work();
                }

                foreach (PooledTask task in running)
                {
                    task.AsTask().GetAwaiter().GetResult();
                }

                Assert.All(seen, static count => Assert.Equal(1, count));
            },
            () => Pending(seen, Math.Min(next + 1, operations)));

        async PooledTask Work()
        {
            await Task.Yield();
            while (true)
            {
                int value = Interlocked.Increment(ref next);
                if (value >= operations)
                {
                    return;
                }

                (int echo, string text) = await Outer(value);
                if (echo != value || text != "x")
                {
                    throw new InvalidOperationException($"{value} came back as {echo}, {text}");
                }

                Interlocked.Increment(ref seen[value]);
            }
        }

        static async PooledValueTask<(int, string)> Outer(int value) => (await Inner(value), "x");

        static async PooledValueTask<int> Inner(int value)
        {
            await Task.Yield();
            return value;
        }
    }

    private static string Pending(int[] seen, int started) =>
        $"Started {started} of {seen.Length}; not back: "
        + string.Join(", ", Enumerable.Range(0, started).Where(value => Volatile.Read(ref seen[value]) == 0).Take(100));
}
