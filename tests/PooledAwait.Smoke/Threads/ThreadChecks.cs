namespace PooledAwait.Smoke;

/// <summary>The promises that need several threads, or block one: they don't apply where there is only one.</summary>
internal static class ThreadChecks
{
    internal static IEnumerable<Check> All =>
    [
        new("One of two racing setters wins", RacingSetters),
        new("A pending result is waited for", Blocking),
    ];

    private static void RacingSetters()
    {
        PooledValueTaskSource<int> current = default;
        int otherWins = 0;
        using Barrier barrier = new(2);
        const int Rounds = 20_000;
        Thread other = new(() =>
        {
            for (int i = 0; i < Rounds; i++)
            {
                barrier.SignalAndWait();
                otherWins = current.TrySetResult(2) ? 1 : 0;
                barrier.SignalAndWait();
            }
        })
        {
            IsBackground = true,
        };
        current = PooledValueTaskSource<int>.Create();
        other.Start();
        for (int i = 0; i < Rounds; i++)
        {
            current = PooledValueTaskSource<int>.Create();
            barrier.SignalAndWait();
            bool wins = current.TrySetResult(1);
            barrier.SignalAndWait();
            Equal(1, otherWins + (wins ? 1 : 0));
            Equal(wins ? 1 : 2, current.PooledTask.GetAwaiter().GetResult());
        }

        other.Join();
    }

    private static void Blocking()
    {
        for (int i = 0; i < 100; i++)
        {
            Equal(i, YieldAsync(i).GetAwaiter().GetResult());
        }

        static async PooledValueTask<int> YieldAsync(int value)
        {
            await Task.Yield();
            return value;
        }
    }
}
