using System.Threading.Channels;

namespace AsyncBenchmarks.Host.Tests;

/// <summary>The command as its users start it: in a process of its own, its output in a pipe.</summary>
internal sealed class HostProcess : IDisposable
{
    private readonly Process _process;

    // Nothing of it is disposed of: the thread that reads may outlive this object by the last line. Who waits for a line is
    // woken by that thread itself, not by the thread pool, which other tests may keep busy.
    private readonly Channel<string> _lines =
        Channel.CreateUnbounded<string>(new UnboundedChannelOptions { AllowSynchronousContinuations = true });

    private readonly Task<string> _errors;

    private HostProcess(string[] arguments)
    {
        string program = Path.Combine(AppContext.BaseDirectory, "AsyncBenchmarks.dll");
        ProcessStartInfo start = new("dotnet", [program, .. arguments])
        {
            RedirectStandardOutput = true,
            RedirectStandardError = true,
        };

        // That it is in time is asserted where it matters, by what the machine can do; a busy one must not end it in the middle.
        start.Environment[Cli.GraceVariable] = "300";
        _process = Process.Start(start)!;
        _errors = _process.StandardError.ReadToEndAsync();

        // Its output is asked for here: a process that was disposed of has none any more, and throws.
        StreamReader output = _process.StandardOutput;
        new Thread(() => ReadLines(output)) { IsBackground = true }.Start();
    }

    /// <summary>What it has written and nobody has taken; waits for more until it ends.</summary>
    private IEnumerable<string> Lines => _lines.Reader.ReadAllAsync().ToBlockingEnumerable();

    public static HostProcess Start(params string[] arguments) => new(arguments);

    /// <summary>Runs it to its end, which must have this exit code.</summary>
    public static async Task<(string Output, string Errors)> RunAsync(int exitCode, params string[] arguments)
    {
        using HostProcess host = Start(arguments);
        string output = string.Join('\n', host.Lines);
        string errors = await host._errors;
        Assert.True(await host.WaitForExitAsync() == exitCode, errors + output);
        return (output, errors);
    }

    /// <summary>Waits for a line of its output that begins like that.</summary>
    public string WaitForLine(string start) =>
        Lines.FirstOrDefault(line => line.TrimStart().StartsWith(start, StringComparison.Ordinal))
        ?? throw new InvalidOperationException($"It ended without a line that begins with \"{start}\": {_errors.Result}");

    /// <summary>What Ctrl-C sends; where the tests themselves were started with it ignored, as in a shell's background, its like.</summary>
    public void Interrupt()
    {
        string signal = IsInterruptIgnored() ? "-TERM" : "-INT";
        using Process kill = Process.Start("kill", [signal, _process.Id.ToString(System.Globalization.CultureInfo.InvariantCulture)]);
        kill.WaitForExit();
    }

    /// <summary>Ends it, and nothing it has started, in a way that it can't notice.</summary>
    public void Kill()
    {
        _process.Kill(entireProcessTree: false);
        _process.WaitForExit();
    }

    public async Task<int> WaitForExitAsync()
    {
        await _process.WaitForExitAsync();
        return _process.ExitCode;
    }

    public void Dispose()
    {
        if (!_process.HasExited)
        {
            _process.Kill(entireProcessTree: true);
        }

        _process.Dispose();
    }

    private void ReadLines(StreamReader output)
    {
        while (output.ReadLine() is { } line)
        {
            _lines.Writer.TryWrite(line);
        }

        _lines.Writer.Complete();
    }

    private static bool IsInterruptIgnored()
    {
        const string Mask = "SigIgn:";
        const ulong Interrupt = 1UL << 1;
        string? line = File.Exists("/proc/self/status")
            ? File.ReadLines("/proc/self/status").FirstOrDefault(line => line.StartsWith(Mask, StringComparison.Ordinal))
            : null;
        return line is not null && (Convert.ToUInt64(line[Mask.Length..].Trim(), 16) & Interrupt) != 0;
    }
}
