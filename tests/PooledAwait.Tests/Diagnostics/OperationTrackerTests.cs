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
    public void Sampled_TracksOneOf128()
    {
        OperationTracker tracker = new(TrackingLevel.Sampled);
        Tracked[] operations =
            [.. Enumerable.Range(0, 10 * OperationTracker.SampleInterval).Select(static _ => new Tracked(typeof(object)))];
        Array.ForEach(operations, operation => tracker.Start(operation));

        Assert.Equal(10, tracker.GetPending().Length);
        GC.KeepAlive(operations);
    }

    private sealed class Tracked(Type type) : ITracked
    {
        public short Token { get; set; }

        public Type TrackedType => type;
    }
}
