using System;
using System.Collections.Generic;
using System.Linq;
using System.Runtime.CompilerServices;

namespace PooledAwait.Tests.Diagnostics;

/// <summary>The tracker by itself, with objects and tokens that stand for operations.</summary>
public class OperationTrackerTests
{
    private readonly OperationTracker _tracker = new(TrackingLevel.All);

    [Theory]
    [InlineData(null, true, TrackingLevel.Off)]
    [InlineData("", true, TrackingLevel.Off)]
    [InlineData("off", true, TrackingLevel.Off)]
    [InlineData("Sampled", true, TrackingLevel.Sampled)]
    [InlineData(" ALL ", true, TrackingLevel.All)]
    [InlineData("2", false, TrackingLevel.Off)]
    [InlineData("always", false, TrackingLevel.Off)]
    public void Setting_IsReadByItsName(string? text, bool isValid, TrackingLevel expected)
    {
        Assert.Equal(isValid, TrackingSettings.TryParse(text, out TrackingLevel level));
        Assert.Equal(expected, level);
    }

    [Fact]
    public void Tracking_IsOffUnlessAskedFor()
    {
        Assert.Equal(TrackingLevel.Off, Pool.Tracking);
        Assert.Null(OperationTracker.Current);
        Assert.Empty(Pool.GetPendingOperations());
    }

    [Fact]
    public void Consume_OfALaterUse_LeavesTheEarlierOnesKnown()
    {
        Tracked operation = new(typeof(SourceOperation<int>));
        for (short token = 0; token < 20; token++)
        {
            operation.Token = token;
            _tracker.Start(operation);
            _tracker.Consume(operation, token);
        }

        Assert.NotNull(_tracker.Find(operation, 12)?.ConsumedBy);
        Assert.Null(_tracker.Find(operation, 11)); // more than it keeps
        Assert.Null(_tracker.Find(new object(), 12));
    }

    [Fact]
    public void Lost_IsReportedWithWhereItWasStarted_AndOnlyWhatWasNotConsumed()
    {
        List<string> lost = [];
        void Add(TrackedOperation operation)
        {
            // Other tests have trackers too, and lose their operations when they are over.
            if (operation.StartedBy.Contains(nameof(Lose), StringComparison.Ordinal))
            {
                lock (lost)
                {
                    lost.Add($"{operation.Method}, {operation.StartedBy}");
                }
            }
        }

        long before = DiagnosticReports.Lost;
        Pool.OperationLost += Throw;
        Pool.OperationLost += Add;
        try
        {
            Lose(_tracker);
            Watchdog.WaitFor(
                () =>
                {
                    GC.Collect();
                    GC.WaitForPendingFinalizers();
                    lock (lost)
                    {
                        return lost.Count != 0;
                    }
                },
                "the lost operation");
            Garbage.Collect();

            Assert.Equal([$"PooledValueTaskSource<Int64>, OperationTrackerTests.Lose at OperationTrackerTests.cs:{s_lostLine}"], lost);
            Assert.True(DiagnosticReports.Lost > before);
            Assert.Empty(_tracker.GetPending());
        }
        finally
        {
            Pool.OperationLost -= Add;
            Pool.OperationLost -= Throw;
        }

        static void Throw(TrackedOperation operation) => throw new TestException();
    }

    [Fact]
    public void Sampled_TracksOneOf128()
    {
        OperationTracker tracker = new(TrackingLevel.Sampled);
        Tracked[] operations =
            [.. Enumerable.Range(0, 10 * OperationTracker.SampleInterval).Select(static _ => new Tracked(typeof(object)))];
        Array.ForEach(operations, operation => tracker.Start(operation));

        Assert.Equal(10, tracker.GetPending().Length);
        GC.KeepAlive(operations);
    }

    private static int s_lostLine;

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void Lose(OperationTracker tracker)
    {
        Tracked consumed = new(typeof(SourceOperation<int>));
        tracker.Start(consumed);
        tracker.Consume(consumed, 0);
        Tracked lost = new(typeof(SourceOperation<long>));
        s_lostLine = Line() + 1;
        tracker.Start(lost);
    }

    private static int Line([CallerLineNumber] int line = 0) => line;

    private sealed class Tracked(Type type) : ITracked
    {
        public short Token { get; set; }

        public Type TrackedType => type;
    }
}
