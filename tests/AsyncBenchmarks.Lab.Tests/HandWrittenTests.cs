using System.Threading;
using AsyncBenchmarks.Lab.LowerBounds;
using AsyncBenchmarks.Tests;

namespace AsyncBenchmarks.Lab.Tests;

/// <summary>The hand-written row does what it is a lower bound of: one that leaves it out would be too low.</summary>
public class HandWrittenTests
{
    private static readonly AsyncLocal<string?> s_local = new();
    private static readonly SynchronizationContext s_other = new();

    private static string? s_seen;
    private static int s_sum;

    [Fact]
    public void Continuation_OfSomethingComplete_ChangesNothingForItsCaller() => Watchdog.Run("A continuation", () =>
    {
        s_local.Value = "caller";

        Assert.Null(HandWrittenThen.Then<int, int>(null, 1, Meddle, out int result));
        Assert.Equal(2, result);
        Assert.Equal("caller", s_local.Value);
        Assert.Null(SynchronizationContext.Current);
    });

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public void Continuation_Resumed_SeesItsContextAndLeavesTheCompleterHis(bool isSuppressed) => Watchdog.Run("A continuation", () =>
    {
        s_local.Value = "awaiter";
        HandWrittenSource<int> source = HandWrittenSource<int>.Create();
        HandWrittenOperation<int>? changed = HandWrittenThen.Then<int, int>(source.Operation, 0, Meddle, out _);
        s_local.Value = "second";
        HandWrittenOperation<int>.Forget(HandWrittenThen.Then<int, int>(changed, 0, Meddle, out _));
        s_local.Value = "completer";
        s_seen = "";
        if (isSuppressed)
        {
            ExecutionContext.SuppressFlow();
        }

        source.SetResult(1);

        Assert.Equal("awaiter second ", s_seen);
        Assert.Equal("completer", s_local.Value);
        Assert.Null(SynchronizationContext.Current);
        Assert.Equal(isSuppressed, ExecutionContext.IsFlowSuppressed());
    });

    [Fact]
    public void Completion_WhileAnotherThreadAwaits_RunsTheContinuationOnce() => Watchdog.Run("Two threads", () =>
    {
        const int Rounds = 20_000;
        HandWrittenSource<int>[] sources = new HandWrittenSource<int>[Rounds];
        for (int round = 0; round < Rounds; round++)
        {
            sources[round] = HandWrittenSource<int>.Create();
        }

        s_sum = 0;
        int completing = -1;
        Thread completer = new(() =>
        {
            for (int round = 0; round < Rounds; round++)
            {
                Volatile.Write(ref completing, round);
                sources[round].SetResult(1);
            }
        });
        completer.Start();
        for (int round = 0; round < Rounds; round++)
        {
            SpinWait.SpinUntil(() => Volatile.Read(ref completing) >= round);
            HandWrittenOperation<int>.Forget(HandWrittenThen.Then<int, int>(sources[round].Operation, 0, Add, out _));
        }

        completer.Join();
        Assert.Equal(Rounds, Volatile.Read(ref s_sum));
    });

    private static HandWrittenOperation<int>? Add(in int argument, out int result)
    {
        result = Interlocked.Add(ref s_sum, argument);
        return null;
    }

    private static HandWrittenOperation<int>? Meddle(in int argument, out int result)
    {
        s_seen += s_local.Value + " ";
        s_local.Value = "changed";
        SynchronizationContext.SetSynchronizationContext(s_other);
        result = argument + 1;
        return null;
    }
}
