using System.Diagnostics.Tracing;
using Microsoft.Diagnostics.NETCore.Client;
using Microsoft.Diagnostics.Tracing;
using Microsoft.Diagnostics.Tracing.Etlx;
using Microsoft.Diagnostics.Tracing.Parsers.Clr;

namespace PooledAwait.Tool.Measuring;

/// <summary>Allocations of one type with one stack.</summary>
/// <param name="Samples">How many were seen.</param>
/// <param name="Bytes">How many bytes they stand for.</param>
/// <param name="Squares">The sum of the squares of what each stands for.</param>
internal readonly record struct Tally(int Samples, double Bytes, double Squares)
{
    internal Tally Add(double bytes) => new(Samples + 1, Bytes + bytes, Squares + (bytes * bytes));

    internal Tally Add(Tally other) => new(Samples + other.Samples, Bytes + other.Bytes, Squares + other.Squares);
}

/// <summary>What was seen of a program for some time, through the runtime's diagnostics port.</summary>
internal sealed class Recording : IDisposable
{
    /// <summary>The runtime samples one byte of so many, at random (.NET 10 and newer).</summary>
    private const double SampledByte = 102_400;

    private const long Gc = 0x1, AllocationSampling = 0x80000000000;

    private readonly EventPipeSession _session;
    private readonly CompiledCode _code;
    private readonly TraceLogEventSource _source;
    private readonly Dictionary<(string Type, CallStackIndex Stack), Tally> _sampled = [], _ticks = [];
    private readonly Dictionary<CodeAddressIndex, Frame> _frames = [];
    private readonly List<double> _pauses = [];
    private readonly int[] _collections = new int[3];
    private DateTime _begin, _end = DateTime.MaxValue;
    private double _suspended;
    private bool _isForCollection;

    private Recording(EventPipeSession session, TraceLogEventSource source, CompiledCode code)
    {
        _code = code;
        _session = session;
        _source = source;
        source.Clr.AllocationSampling += allocation => Count(
            _sampled, allocation, allocation.TypeName,
            allocation.ObjectSize / (1 - Math.Pow(1 - (1 / SampledByte), allocation.ObjectSize)));
        source.Clr.GCAllocationTick += tick => Count(_ticks, tick, tick.TypeName, tick.AllocationAmount64);
        source.Clr.GCStart += collection =>
        {
            if (IsWithin(collection))
            {
                _collections[Math.Clamp(collection.Depth, 0, _collections.Length - 1)]++;
            }
        };
        source.Clr.GCSuspendEEStart += suspension =>
        {
            _suspended = suspension.TimeStampRelativeMSec;
            _isForCollection = suspension.Reason is GCSuspendEEReason.SuspendForGC or GCSuspendEEReason.SuspendForGCPrep;
        };
        source.Clr.GCRestartEEStop += restart =>
        {
            if (_isForCollection && IsWithin(restart))
            {
                _pauses.Add(restart.TimeStampRelativeMSec - _suspended);
            }

            _isForCollection = false;
        };
    }

    internal IReadOnlyDictionary<(string Type, CallStackIndex Stack), Tally> Tallies => _sampled.Count > 0 ? _sampled : _ticks;

    /// <summary>How many allocations were seen so far.</summary>
    internal int Samples { get; private set; }

    /// <summary>The assemblies that the program has loaded.</summary>
    internal IEnumerable<string> Modules =>
        _source.TraceLog.ModuleFiles.Select(static module => module.FilePath).Concat(_code.Modules).Distinct();

    internal IReadOnlyList<int> Collections => _collections;

    /// <summary>How long each pause was, in milliseconds.</summary>
    internal IReadOnlyList<double> Pauses => _pauses;

    internal TimeSpan Duration => _end - _begin;

    internal int Lost => _source.EventsLost;

    /// <summary>Begins to listen. The names of what has been compiled so far take a second or so.</summary>
    /// <param name="client">The program.</param>
    /// <param name="samples">Whether its runtime samples allocations at random; an older one tells of one in 100 kB. Null asks for
    /// both.</param>
    internal static Recording Start(DiagnosticsClient client, bool? samples)
    {
        const int BufferMegabytes = 64;
        EventPipeProvider provider = new(
            "Microsoft-Windows-DotNETRuntime",
            samples == true ? EventLevel.Informational : EventLevel.Verbose,
            Gc | (samples == false ? 0 : AllocationSampling));

        // Before the log reads what is compiled already, so that nothing is missed in between.
        CompiledCode code = CompiledCode.Watch(client);
        EventPipeSession? session = null;
        try
        {
            session = client.StartEventPipeSession([provider], requestRundown: false, BufferMegabytes);
            return new(session, TraceLog.CreateFromEventPipeSession(session, TraceLog.EventPipeRundownConfiguration.Enable(client)), code);
        }
        catch
        {
            session?.Dispose();
            code.Dispose();
            throw;
        }
    }

    /// <summary>Listens until it is told to stop, or the program ends.</summary>
    internal void Listen(TimeSpan duration, CancellationToken stop)
    {
        _begin = DateTime.UtcNow;
        DateTime planned = _begin + duration;
        using CancellationTokenSource ending = CancellationTokenSource.CreateLinkedTokenSource(stop);
        ending.CancelAfter(duration);
        using CancellationTokenRegistration registration = ending.Token.UnsafeRegister(_ => Stop(), null);
        try
        {
            _source.Process();
        }
        catch (Exception exception) when (exception is IOException or EndOfStreamException or FormatException)
        {
            // The program ended in the middle of an event; what came before is whole.
        }

        _code.Stop();
        _end = new DateTime(Math.Min(Math.Min(DateTime.UtcNow.Ticks, _end.Ticks), planned.Ticks), DateTimeKind.Utc);

        void Stop()
        {
            _end = DateTime.UtcNow;
            try
            {
                _session.Stop();
            }
            catch (Exception exception) when (exception is IOException or DiagnosticsClientException)
            {
                // The program has ended.
            }
        }
    }

    /// <summary>A stack, the method that allocated first.</summary>
    internal IReadOnlyList<Frame> StackOf(CallStackIndex stack)
    {
        TraceLog log = _source.TraceLog;
        List<Frame> frames = [];
        for (; stack != CallStackIndex.Invalid; stack = log.CallStacks.Caller(stack))
        {
            CodeAddressIndex address = log.CallStacks.CodeAddressIndex(stack);
            if (!_frames.TryGetValue(address, out Frame? frame))
            {
                TraceCodeAddress code = log.CodeAddresses[address];
                frame = code.FullMethodName is { Length: > 0 } name
                    ? Frame.Parse(name, code.ModuleFile?.FilePath ?? "")
                    : _code.Find(code.Address, log) ?? new("", "", "");
                _frames.Add(address, frame);
            }

            frames.Add(frame);
        }

        return frames;
    }

    /// <inheritdoc/>
    public void Dispose()
    {
        _source.Dispose();
        _session.Dispose();
        _code.Dispose();
    }

    private bool IsWithin(TraceEvent one) => one.TimeStamp.ToUniversalTime() is var time && time >= _begin && time <= _end;

    private void Count(
        Dictionary<(string Type, CallStackIndex Stack), Tally> tallies, TraceEvent allocation, string type, double bytes)
    {
        if (IsWithin(allocation))
        {
            (string, CallStackIndex) key = (type, allocation.CallStackIndex());
            tallies[key] = tallies.GetValueOrDefault(key).Add(bytes);
            Samples++;
        }
    }
}
