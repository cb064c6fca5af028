using System.Runtime.CompilerServices;

namespace AsyncBenchmarks.Tests.Scenarios;

/// <summary>Loops that don't do their work: each must fail.</summary>
public class YieldSabotageTests
{
    [Fact]
    public void Loop_ThatIsEmpty_Fails() => Fails(() => Task.FromResult(0L), "add up to 0");

    [Fact]
    public void Loop_ThatLosesAnOperation_Fails() => Fails(
        async () =>
        {
            await Task.Yield();
            return (1_000L * 999 / 2) - 999;
        },
        "add up to");

    [Fact]
    public void Loop_ThatThrows_FailsWithItsException() => Fails(
        async () =>
        {
            await Task.Yield();
            throw new InvalidTimeZoneException("on purpose");
        },
        "on purpose");

    private static void Fails(Func<Task<long>> loop, string words)
    {
        Sabotage sabotage = new(loop);
        Watchdog.Run("A loop that fails", () =>
        {
            sabotage.Setup();
            Assert.Contains(words, Assert.Throws<WorkloadException>(sabotage.Run).Message, StringComparison.Ordinal);
        });
    }

    private sealed class Sabotage(Func<Task<long>> loop) : YieldWorkload<TaskAwaiter<long>>
    {
        protected override TaskAwaiter<long> Start() => loop().GetAwaiter();

        protected override long Take(ref TaskAwaiter<long> awaiter) => awaiter.GetResult();
    }
}
