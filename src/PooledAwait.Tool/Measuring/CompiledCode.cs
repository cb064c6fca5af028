using System.Diagnostics.Tracing;
using Microsoft.Diagnostics.NETCore.Client;
using Microsoft.Diagnostics.Tracing;
using Microsoft.Diagnostics.Tracing.Etlx;

namespace PooledAwait.Tool.Measuring;

/// <summary>The methods that a program compiles while it is watched, in a session of its own: the runtime tells their names at a level at
/// which it would tell too much of allocations.</summary>
internal sealed class CompiledCode : IDisposable
{
    private const long Loader = 0x8, Jit = 0x10, NGen = 0x20;

    private readonly EventPipeSession _session;
    private readonly EventPipeEventSource _source;
    private readonly Task _reading;
    private readonly List<(ulong Start, ulong Size, string Type, string Method, long Module)> _methods = [];
    private readonly Dictionary<long, string> _modules = [];

    private CompiledCode(EventPipeSession session)
    {
        _session = session;
        _source = new EventPipeEventSource(session.EventStream);
        _source.Clr.LoaderModuleLoad += module => _modules[module.ModuleID] = module.ModuleILPath;
        _source.Clr.MethodLoadVerbose += method => _methods.Add(
            (method.MethodStartAddress, (ulong)method.MethodSize, method.MethodNamespace, method.MethodName, method.ModuleID));
        _reading = Task.Factory.StartNew(Read, CancellationToken.None, TaskCreationOptions.LongRunning, TaskScheduler.Default);
    }

    /// <summary>The assemblies that were loaded since.</summary>
    internal IEnumerable<string> Modules => _modules.Values;

    internal static CompiledCode Watch(DiagnosticsClient client)
    {
        const int BufferMegabytes = 16;
        EventPipeProvider provider = new("Microsoft-Windows-DotNETRuntime", EventLevel.Verbose, Loader | Jit | NGen);
        return new(client.StartEventPipeSession([provider], requestRundown: false, BufferMegabytes));
    }

    internal void Stop()
    {
        try
        {
            _session.Stop();
        }
        catch (Exception exception) when (exception is IOException or DiagnosticsClientException)
        {
            // The program has ended.
        }

        _reading.Wait();
    }

    /// <summary>The method that an address is in, if it was compiled since.</summary>
    /// <param name="address">The address.</param>
    /// <param name="log">Knows the assemblies that were loaded before.</param>
    internal Frame? Find(ulong address, TraceLog log)
    {
        int found = _methods.FindLastIndex(one => address >= one.Start && address < one.Start + one.Size);
        if (found < 0)
        {
            return null;
        }

        (_, _, string type, string method, long module) = _methods[found];
        if (!_modules.ContainsKey(module))
        {
            foreach (TraceManagedModule loaded in log.Processes.SelectMany(static process => process.LoadedModules)
                .OfType<TraceManagedModule>())
            {
                _modules.TryAdd(loaded.ModuleID, loaded.FilePath);
            }
        }

        return new(TypeName.WithoutArguments(type), method, _modules.GetValueOrDefault(module, ""));
    }

    /// <inheritdoc/>
    public void Dispose()
    {
        Stop();
        _source.Dispose();
        _session.Dispose();
    }

    private void Read()
    {
        try
        {
            _source.Process();
        }
        catch (Exception exception) when (exception is IOException or EndOfStreamException or FormatException)
        {
            // The program ended in the middle of an event; what came before is whole.
        }
    }
}
