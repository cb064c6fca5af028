namespace AsyncBenchmarks.Tests.Scenarios;

public class TallyTests
{
    [Fact]
    public void Add_OnAnotherThread_IsSeenWholeByTheOneWhoWaits() => Watchdog.Run("A tally", () =>
    {
        // The moment between the two writes is short: with the count first it is hit once in some ten thousand rounds.
        TimeSpan time = TimeSpan.FromSeconds(2);
        Tally tally = new();
        StepBarrier barrier = new(threads: 2);
        bool stopping = false;
        Thread adder = new(() =>
        {
            while (true)
            {
                barrier.Pass();
                if (stopping)
                {
                    return;
                }

                tally.Add(7);
            }
        })
        {
            IsBackground = true,
        };
        adder.Start();
        try
        {
            for (Stopwatch elapsed = Stopwatch.StartNew(); elapsed.Elapsed < time;)
            {
                barrier.Pass();
                tally.Demand(1, 7);
            }
        }
        finally
        {
            stopping = true;
            barrier.Pass();
            adder.Join();
        }
    });
}
