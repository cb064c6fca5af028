using System.ComponentModel;
using System.Diagnostics;
using System.Globalization;
using System.Runtime.InteropServices;
using Microsoft.Diagnostics.NETCore.Client;
using PooledAwait.Tool.Folders;

namespace PooledAwait.Tool.Measuring;

/// <summary>A program that is watched: one that runs already, or one that is started for it.</summary>
internal sealed partial class Watched : IDisposable
{
    private const int SigTerm = 15;

    private const string OffSwitch = "DOTNET_EnableDiagnostics=0";

    private static readonly TimeSpan s_patience = TimeSpan.FromSeconds(20), s_grace = TimeSpan.FromSeconds(5);

    private readonly Process _process;
    private readonly bool _isOurs;

    private Watched(Process process, bool isOurs, string name)
    {
        _process = process;
        _isOurs = isOurs;
        Name = name;
        Client = new DiagnosticsClient(process.Id);
    }

    internal string Name { get; }

    internal DiagnosticsClient Client { get; }

    /// <summary>Whether its runtime samples allocations at random, as .NET 10 and newer do; null if that isn't known.</summary>
    internal bool? SamplesAllocations => RuntimeVersion() is { } version ? version >= 10 : null;

    /// <summary>Finds a process that runs.</summary>
    internal static Watched Attach(int id)
    {
        Process process;
        try
        {
            process = Process.GetProcessById(id);
        }
        catch (ArgumentException)
        {
            throw new BadInputException($"There is no process {id}. 'dotnet-counters ps' lists those of .NET.");
        }

        if (IsForeign(id))
        {
            throw new BadInputException($"Process {id} belongs to another user. Run the command as that user, or with sudo.");
        }

        Watched watched = new(process, isOurs: false, process.ProcessName);
        return watched.HasPort() ? watched : throw new BadInputException(
            watched.RuntimeVersion() is null
                ? $"Process {id} ({watched.Name}) isn't a .NET program, or is compiled with NativeAOT. Name another."
                : WithoutPort($"Process {id}"));
    }

    /// <summary>Starts a program, and waits until its runtime listens.</summary>
    internal static async Task<Watched> StartAsync(IReadOnlyList<string> command, TimeSpan warmUp, CancellationToken stop)
    {
        Check(command);
        ProcessStartInfo start = new(command[0], command.Skip(1)) { UseShellExecute = false };
        if (IsOff(start.Environment, "EnableDiagnostics") || IsOff(start.Environment, "EnableDiagnostics_IPC"))
        {
            throw new BadInputException($"The environment has {OffSwitch}, so that the runtime opens no diagnostics port. Unset it.");
        }

        Process process;
        try
        {
            process = Process.Start(start)!;
        }
        catch (Win32Exception problem)
        {
            throw new BadInputException(
                $"'{command[0]}' can't be started: {problem.Message}. Name a program after --, such as: -- dotnet Shop.dll");
        }

        string program = command.FirstOrDefault(static word => word.EndsWith(".dll", StringComparison.OrdinalIgnoreCase)) ?? command[0];
        Watched watched = new(process, isOurs: true, Path.GetFileNameWithoutExtension(program));
        try
        {
            for (long begin = Stopwatch.GetTimestamp(); !watched.HasPort();)
            {
                watched.ThrowIfEnded(warmUp);
                if (Stopwatch.GetElapsedTime(begin) > s_patience)
                {
                    throw new BadInputException(watched.RuntimeVersion() is null
                        ? $"'{command[0]}' isn't a .NET program, or starts another. Name the program itself, such as: -- dotnet Shop.dll"
                        : WithoutPort($"'{watched.Name}'"));
                }

                await Task.Delay(50, stop).ConfigureAwait(false);
            }

            return watched;
        }
        catch
        {
            watched.Dispose();
            throw;
        }
    }

    /// <summary>Waits, unless the program ends.</summary>
    internal async Task WarmUpAsync(TimeSpan time, CancellationToken stop)
    {
        try
        {
            using CancellationTokenSource either = CancellationTokenSource.CreateLinkedTokenSource(stop);
            either.CancelAfter(time);
            await _process.WaitForExitAsync(either.Token).ConfigureAwait(false);
        }
        catch (OperationCanceledException) when (!stop.IsCancellationRequested)
        {
            // The time is over.
        }

        ThrowIfEnded(time);
    }

    internal void ThrowIfEnded(TimeSpan warmUp)
    {
        if (_process.HasExited)
        {
            string code = _isOurs ? $", with exit code {_process.ExitCode}" : "";
            throw new BadInputException(
                $"'{Name}' ended within the warm-up of {warmUp.TotalSeconds:0.#} s{code}. Give it work for longer, or shorten --warm-up.");
        }
    }

    public void Dispose()
    {
        if (_isOurs && !_process.HasExited)
        {
            // As Ctrl+C would; it may have something to write down.
            if (OperatingSystem.IsWindows() || Kill(_process.Id, SigTerm) != 0 || !_process.WaitForExit(s_grace))
            {
                _process.Kill(entireProcessTree: true);
                _process.WaitForExit();
            }
        }

        _process.Dispose();
    }

    [LibraryImport("libc", EntryPoint = "kill")]
    [DefaultDllImportSearchPaths(DllImportSearchPath.SafeDirectories)]
    private static partial int Kill(int process, int signal);

    private static void Check(IReadOnlyList<string> command)
    {
        bool isHost = Path.GetFileNameWithoutExtension(command[0]) == "dotnet";
        string? program = isHost ? command.Skip(1).FirstOrDefault(static word => word != "exec" && !word.StartsWith('-')) : command[0];
        if (program is null || (isHost && Path.GetExtension(program) is not (".dll" or ".exe")))
        {
            throw new BadInputException(
                $"'dotnet {program}' would measure the SDK. Build first, then name the program, such as: -- dotnet Shop.dll");
        }

        if (!isHost && Path.GetExtension(program) == ".dll")
        {
            throw new BadInputException($"'{program}' doesn't start by itself. Write: -- dotnet {program}");
        }

        if (!File.Exists(program))
        {
            if (isHost)
            {
                throw new BadInputException($"There is no file '{program}'. Name a program after --, such as: -- dotnet Shop.dll");
            }

            // A command that the system finds.
            return;
        }

        string? problem = Binary.KindOf(program) switch
        {
            BinaryKind.FrameworkProgram => "is for .NET Framework, which has no diagnostics port. Build it for .NET 8 or newer",
            BinaryKind.NativeAot =>
                "is compiled with NativeAOT, whose types can't be told apart. Publish with -p:PublishAot=false",
            BinaryKind.Other when isHost => "is not an assembly of .NET. Name a program after --, such as: -- dotnet Shop.dll",
            _ => null,
        };
        if (problem is not null)
        {
            throw new BadInputException($"'{program}' {problem}.");
        }
    }

    private static bool IsOff(IDictionary<string, string?> environment, string name) =>
        ((string[])["DOTNET_", "COMPlus_"]).Any(prefix => environment.TryGetValue(prefix + name, out string? value) && value == "0");

    /// <summary>Whether a process is another user's, where the system says so. Root may look at all.</summary>
    private static bool IsForeign(int id)
    {
        if (!OperatingSystem.IsLinux())
        {
            return false;
        }

        string own = UserOf("self"), other = UserOf(id.ToString(CultureInfo.InvariantCulture));
        return own != other && own != "0";

        // "Uid:" real, effective, saved, and that of files.
        static string UserOf(string process) => File.ReadLines($"/proc/{process}/status")
            .First(static line => line.StartsWith("Uid:", StringComparison.Ordinal)).Split('\t')[2];
    }

    private bool HasPort() => DiagnosticsClient.GetPublishedProcesses().Contains(_process.Id);

    private static string WithoutPort(string what) =>
        $"{what} runs .NET without a diagnostics port: it was started with {OffSwitch}, or with another TMPDIR. Start it without.";

    /// <summary>The major version of the runtime; null if there is none, or if its files don't tell.</summary>
    private int? RuntimeVersion()
    {
        try
        {
            string? runtime = _process.Modules.Cast<ProcessModule>().Select(static module => module.FileName)
                .FirstOrDefault(static path => Path.GetFileName(path) is "libcoreclr.so" or "libcoreclr.dylib" or "coreclr.dll");
            string library = Path.Combine(Path.GetDirectoryName(runtime) ?? "", "System.Private.CoreLib.dll");
            return runtime is null || !File.Exists(library) ? null : FileVersionInfo.GetVersionInfo(library).FileMajorPart;
        }
        catch (Exception exception) when (exception is Win32Exception or InvalidOperationException)
        {
            return null;
        }
    }
}
