using System;
using System.Threading;
using Xunit.Sdk;

namespace PooledAwait.Tests.Support;

/// <summary>A hang is a failure that says what was pending.</summary>
public sealed class WatchdogTests
{
    private static readonly TimeSpan s_patience = TimeSpan.FromSeconds(1);

    [Fact]
    public void Run_OperationThatNobodyCompletes_FailsAndNamesWhatIsPending()
    {
        PooledValueTaskSource<Hung> source = PooledValueTaskSource<Hung>.Create();
        source.SetResult(default);
        source.PooledTask.GetAwaiter().GetResult();
        using CountdownEvent ended = new(1);

        FailException failure = Assert.Throws<FailException>(() => Watchdog.Run(
            () =>
            {
                source = PooledValueTaskSource<Hung>.Create();
                Wait(source.PooledTask).GetAwaiter().GetResult();
                ended.Signal();
            },
            () =>
            {
                // A busy machine may not have let it come so far by then.
                Watchdog.WaitFor(() => Describe() == "Pending, awaited", "the body to wait");
                return "the source: " + Describe();
            },
            patience: s_patience));

        Assert.Contains("Hanging after 1 s", failure.Message, StringComparison.Ordinal);
        Assert.Contains("the source: Pending, awaited", failure.Message, StringComparison.Ordinal);
        Assert.Contains($"{nameof(Wait)}>", failure.Message, StringComparison.Ordinal);
        Assert.Contains(": 1 rented and not returned", failure.Message, StringComparison.Ordinal);

        // Lets the thread end.
        source.SetResult(default);
        Watchdog.WaitFor(() => ended.IsSet, "the body to go on");

        string Describe() => source.PooledTask._operation!.Describe(source.PooledTask._operation.Token);
    }

    [Fact]
    public void Run_DescriptionThatThrows_FailsWithTheRestOfTheDump()
    {
        using ManualResetEventSlim release = new();

        FailException failure = Assert.Throws<FailException>(() => Watchdog.Run(
            release.Wait,
            static () => throw new TestException("not now"),
            patience: s_patience));
        release.Set();

        Assert.Contains("Hanging after 1 s", failure.Message, StringComparison.Ordinal);
        Assert.Contains("not now", failure.Message, StringComparison.Ordinal);
    }

    [Fact]
    public void Run_BodyThatThrows_ThrowsTheSame()
    {
        TestException exception = new();

        Assert.Same(exception, Assert.Throws<TestException>(() => Watchdog.Run(() => throw exception)));
    }

    [Fact]
    public void Duel_RoundThatHangs_FailsAndNamesTheRoundAndItsOperation()
    {
        const int Bad = 7;
        Producer? producer = null;
        bool isBad = false;

        FailException failure = Assert.Throws<FailException>(() => Duel.Run(
            rounds: 100,
            prepare: _ => producer = Form.Of(Arity.WithResult).Create(),
            left: round =>
            {
                if (round == Bad)
                {
                    Volatile.Write(ref isBad, true);
                }
                else
                {
                    producer!.SetResult();
                }
            },
            right: _ => producer!.Task.GetResult(),
            check: static _ => { },
            pending: () =>
            {
                Watchdog.WaitFor(() => Volatile.Read(ref isBad)
                    && producer!.Describe().EndsWith("Pending, awaited", StringComparison.Ordinal), "the round");
                return producer!.Describe();
            },
            patience: s_patience));

        Assert.Contains("In round 7 of 100: ", failure.Message, StringComparison.Ordinal);
        Assert.Contains("Pending, awaited", failure.Message, StringComparison.Ordinal);

        // Lets both threads go on, to the end of the rounds.
        producer!.SetResult();
    }

    private static async PooledValueTask<Hung> Wait(PooledValueTask<Hung> task) => await task;

    private readonly struct Hung;
}
