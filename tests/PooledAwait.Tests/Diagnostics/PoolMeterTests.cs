using System.Diagnostics.Metrics;
using System.Diagnostics.Tracing;

namespace PooledAwait.Tests.Diagnostics;

/// <summary>Listeners see what the pools do, without code of the user.</summary>
public class PoolMeterTests
{
    private static readonly PooledLock s_gate = new();

    [Fact]
    [Trait(FlowMode.Needs, FlowMode.Pooling)]
    public void Instruments_OfTheMeter_ShowThePoolOfAMethod() => FreshLibrary.Run(static () =>
    {
        Run(7);
        using Readings readings = new();
        Dictionary<string, long> before = readings.Read();
        Run(100);
        Dictionary<string, long> after = readings.Read();

        Assert.Equal(10, after.Keys.Select(static key => key.Split(' ')[0]).Distinct().Count());
        const string Method = " PoolMeterTests.WaitForASource";
        Assert.Equal(100, after["pooledawait.pool.rented" + Method] - before["pooledawait.pool.rented" + Method]);
        Assert.Equal(100, after["pooledawait.pool.returned" + Method] - before["pooledawait.pool.returned" + Method]);
        Assert.Equal(100, after["pooledawait.pool.reused" + Method] - before["pooledawait.pool.reused" + Method]);
        Assert.True(after["pooledawait.pool.idle" + Method] > 0);
    });

    /// <summary>What the meter says is saved is what the same code allocates with pooling off, to the byte.</summary>
    [Fact]
    [Trait(FlowMode.Needs, FlowMode.Pooling)]
    public void Saved_OfAWarmProgram_IsWhatItAllocatesWithPoolingOff()
    {
        const string Allocated = nameof(PoolMeterTests);
        PoolingOffTests.RunWithoutPooling(static () => AppContext.SetData(Allocated, Bytes.PerUse(RunEachKind)));
        FreshLibrary.Run(static () =>
        {
            RunEachKind();
            long before = Saved();
            RunEachKind();
            Assert.Equal((double)AppContext.GetData(Allocated)!, Saved() - before);

            static long Saved() => PoolReports.Read().Sum(static reading => reading.Saved);
        });
    }

    [Fact]
    public void Events_OfTheSource_ShowPoolsAndLosses()
    {
        Run(1);
        Assert.NotNull(DiagnosticEvents.Log);
        using Listener listener = new();
        listener.Enable();
        DiagnosticReports.ReportMisuse("A.B", "misused");
        DiagnosticReports.ReportLost(new TrackedOperation { Type = typeof(SourceOperation<int>), StartedBy = "here" });
        Watchdog.WaitFor(
            () =>
            {
                Run(1);
                return listener.Has("PoolFigures", PoolReports.Read()[0].Name);
            },
            "the figures of a pool");

        Assert.True(listener.Has("OperationMisused", "A.B", "misused"));
        Assert.True(listener.Has("OperationLost", "PooledValueTaskSource<Int32>", "here"));
    }

    [Fact]
    public void Events_OfTheSource_BeginBySayingThatPoolingIsOff()
    {
        Assert.NotNull(DiagnosticEvents.Log);
        using Listener listener = new();
        listener.Enable();
        Assert.Equal(PoolingSwitch.IsOff, listener.Has("PoolingIsOff"));
    }

    [Fact]
    public void Events_OfTheSource_AreWrittenWithoutTheContextOfWhoEnabledThem()
    {
        Assert.NotNull(DiagnosticEvents.Log);
        AsyncLocal<string?> local = new() { Value = "of the listener" };
        string? seen = "nothing yet";
        DiagnosticEvents.Start(() =>
        {
            Volatile.Write(ref seen, local.Value);
            return [];
        });
        try
        {
            using Listener listener = new();
            listener.Enable();
            Watchdog.WaitFor(() => Volatile.Read(ref seen) != "nothing yet", "the figures");
        }
        finally
        {
            DiagnosticEvents.Start(PoolReports.Read);
        }

        Assert.Null(seen);
    }

    /// <summary>They are published on the trimmer's timer, where an exception would end the process.</summary>
    [Fact]
    public void Listener_ThatThrows_IsReportedAndKeepsNobodyFromTheInstruments() => FreshLibrary.Run(static () =>
    {
        using UnobservedExceptions unobserved = new();
        TestException failure = new();
        List<string> published = [];
        using (MeterListener listener = new())
        {
            listener.InstrumentPublished = (instrument, _) =>
            {
                if (ReferenceEquals(instrument.Meter, PoolMeter.Meter))
                {
                    published.Add(instrument.Name);
                    throw failure;
                }
            };
            listener.Start();
            PoolReports.Start();
        }

        Assert.Equal(10, published.Distinct().Count());
        Watchdog.WaitFor(() => unobserved.CountOf(failure) == 10, "the reports");
    });

    [Fact]
    [Trait(FlowMode.Needs, FlowMode.Pooling)]
    public void Readings_OfHundredsOfPools_AreOneForEachOfTheFirstAndOneForTheOthers() => FreshLibrary.Run(static () =>
    {
        Type[] types =
        [
            .. typeof(object).Assembly.GetExportedTypes()
                .Where(static type => !type.IsGenericType && !type.IsNested)
                .DistinctBy(static type => type.Name)
                .Take(250),
        ];
        foreach (Type type in types)
        {
            OperationPools.Create(type, objects: null).Count(dropped: 1);
        }

        PoolReading[] readings = PoolReports.Read();
        Assert.Equal(PoolReports.MaxReadings + 1, readings.Length);
        PoolReading others = readings.Single(static reading => reading.Name == PoolReports.OtherPools);
        Assert.InRange(others.Dropped, types.Length - PoolReports.MaxReadings, types.Length - 1);
        Assert.Equal(types.Length, readings.Sum(static reading => reading.Dropped));
    });

    private static void Run(int count)
    {
        for (int i = 0; i < count; i++)
        {
            PooledValueTaskSource source = PooledValueTaskSource.Create();
            PooledValueTask task = WaitForASource(source.PooledTask);
            source.SetResult();
            task.GetAwaiter().GetResult();
        }
    }

    private static async PooledValueTask WaitForASource(PooledValueTask source) => await source;

    /// <summary>Uses an object of each kind that the library pools, once.</summary>
    private static void RunEachKind()
    {
        Run(1);
        (PooledValueTaskSource<int> a, PooledValueTaskSource<int> b) =
            (PooledValueTaskSource<int>.Create(), PooledValueTaskSource<int>.Create());
        PooledValueTask<(int, int)> both = PooledValueTask.WhenAll(a.PooledTask.Then(static value => value + 1), b.PooledTask);
        a.SetResult(1);
        b.SetResult(1);
        both.GetAwaiter().GetResult();

        PooledLock.Releaser held = s_gate.EnterAsync().Result;
        PooledValueTask<PooledLock.Releaser> next = s_gate.EnterAsync();
        held.Dispose();
        next.Result.Dispose();
        _ = Pool.UnboxAndReturn<int>(Pool.Box(1));
    }

    /// <summary>Collects as an exporter does.</summary>
    private sealed class Readings : IDisposable
    {
        private readonly MeterListener _listener = new();
        private readonly Dictionary<string, long> _values = [];

        internal Readings()
        {
            int instruments = 0;
            _listener.InstrumentPublished = (instrument, listener) =>
            {
                // Copies of the library, of other tests, have meters of the same name.
                if (ReferenceEquals(instrument.Meter, PoolMeter.Meter))
                {
                    listener.EnableMeasurementEvents(instrument);
                    Interlocked.Increment(ref instruments);
                }
            };
            _listener.SetMeasurementEventCallback<long>((instrument, value, tags, _) => _values[Key(instrument, tags)] = value);
            _listener.SetMeasurementEventCallback<int>((instrument, value, tags, _) => _values[Key(instrument, tags)] = value);
            _listener.Start();

            // They are published two seconds after the first pool, where pools are used still.
            Watchdog.WaitFor(
                () =>
                {
                    Run(1);
                    return Volatile.Read(ref instruments) == 10;
                },
                "the instruments");
        }

        public void Dispose() => _listener.Dispose();

        internal Dictionary<string, long> Read()
        {
            // Longer than one reading serves.
            Thread.Sleep(20);
            _values.Clear();
            _listener.RecordObservableInstruments();
            return new Dictionary<string, long>(_values);
        }

        private static string Key(Instrument instrument, ReadOnlySpan<KeyValuePair<string, object?>> tags) =>
            instrument.Name + " " + (tags.Length == 0 ? string.Empty : tags[0].Value);
    }

    private sealed class Listener : EventListener
    {
        /// <summary>Names with their texts: of many pools there are many events, and one of each kind is enough.</summary>
        private readonly HashSet<string> _events = [];

        internal bool Has(string name, params string[] payload)
        {
            lock (_events)
            {
                return _events.Contains(string.Join(' ', [name, .. payload]));
            }
        }

        /// <summary>By the source itself and not by its name, which copies of the library in other tests have, too.</summary>
        internal void Enable()
        {
            Dictionary<string, string?> arguments = new() { ["EventCounterIntervalSec"] = "0.1" };
            EnableEvents(DiagnosticEvents.Log!, EventLevel.Informational, EventKeywords.All, arguments);
        }

        protected override void OnEventWritten(EventWrittenEventArgs eventData)
        {
            lock (_events)
            {
                _events.Add(string.Join(' ', [eventData.EventName, .. eventData.Payload!.OfType<string>()]));
            }
        }
    }
}
