using System.Diagnostics.Tracing;
using System.Globalization;
using System.Linq;

namespace PooledAwait;

/// <summary>The event source <c>PooledAwait</c>: lost operations, misuse, and the figures of all pools once a second, or at the interval
/// <c>EventCounterIntervalSec</c>.</summary>
[EventSource(Name = "PooledAwait")]
internal sealed class DiagnosticEvents : EventSource
{
    /// <summary>Reads the figures. Stands before <see cref="Log"/>, because creating that may already enable it for a listener.</summary>
    private static Func<PoolReading[]> s_read = static () => [];

    /// <summary>Null if another copy of the library, in its own load context, has the name: a second one would break the first.</summary>
    internal static readonly DiagnosticEvents? Log = IsNameTaken() ? null : new();

    private readonly object _lock = new();

    /// <summary>Writes the figures while a listener is enabled; null otherwise.</summary>
    private ITimer? _timer;

    internal static void Start(Func<PoolReading[]> read) => s_read = read;

    [Event(1, Level = EventLevel.Warning, Message = "An operation of {0}, started by {1}, was collected before anyone consumed it.")]
    internal void OperationLost(string method, string startedBy) => WriteEvent(1, method, startedBy);

    [Event(2, Level = EventLevel.Warning, Message = "{0}: {1}")]
    internal void OperationMisused(string method, string problem) => WriteEvent(2, method, problem);

    [Event(3, Level = EventLevel.Informational)]
    [UnconditionalSuppressMessage("Trimming", "IL2026", Justification = "All arguments are numbers and a string.")]
    internal void PoolFigures(string type, long rented, long returned, long allocated, long dropped, long retired, int idle) =>
        WriteEvent(3, type, rented, returned, allocated, dropped, retired, idle);

    [Event(4, Level = EventLevel.Warning, Message = "Pooling is off: no object serves a second operation.")]
    internal void PoolingIsOff() => WriteEvent(4);

    protected override void OnEventCommand(EventCommandEventArgs command)
    {
        if (PoolingSwitch.IsOff && command.Command == EventCommand.Enable)
        {
            PoolingIsOff();
        }

        lock (_lock)
        {
            _timer?.Dispose();
            _timer = null;
            if (command.Command == EventCommand.Enable && IsEnabled())
            {
                double seconds = command.Arguments is { } arguments
                    && arguments.TryGetValue("EventCounterIntervalSec", out string? text)
                    && double.TryParse(text, NumberStyles.Float, CultureInfo.InvariantCulture, out double asked)
                    && asked > 0 ? asked : 1;
                TimeSpan interval = TimeSpan.FromSeconds(seconds);
                _timer = UnflowedTimer.Create(TimeProvider.System, static state => ((DiagnosticEvents)state!).WriteStatistics(), this);
                _timer.Change(interval, interval);
            }
        }
    }

    protected override void Dispose(bool disposing)
    {
        _timer?.Dispose();
        base.Dispose(disposing);
    }

    private static bool IsNameTaken()
    {
        try
        {
            return GetSources().Any(static source => source.Name == "PooledAwait");
        }
        catch (NotImplementedException)
        {
            // Mono has no list of sources, and no load contexts either.
            return false;
        }
    }

    [NonEvent] // a method without arguments would be the event that its place has
    private void WriteStatistics()
    {
        foreach (PoolReading pool in s_read())
        {
            PoolFigures(pool.Name, pool.Rented, pool.Returned, pool.Allocated, pool.Dropped, pool.Retired, pool.Idle);
        }
    }
}
