using System.Collections.ObjectModel;
using System.ComponentModel;
using System.Text.RegularExpressions;

namespace AsyncBenchmarks.Processes;

/// <summary>
/// A child process: read line by line, never left behind. Its last words on standard error are kept,
/// because that is where a runtime writes why it died.
/// </summary>
internal sealed class ChildProcess : IDisposable
{
    private const int LastWordsKept = 40;
    private static readonly TimeSpan s_timeToDie = TimeSpan.FromSeconds(5);
    private static readonly TimeSpan s_timeForLastWords = TimeSpan.FromSeconds(1);

    // Not yet seen to end, so that stopping the command stops them too.
    private static readonly HashSet<Process> s_running = [];
    private static readonly TimeSpan s_interruptionDelay = TimeSpan.FromMilliseconds(200);
    private static bool s_closed;

    private readonly Process _process;
    private readonly Queue<string> _lastWords = new();
    private readonly Task _errorReader;

    private ChildProcess(Process process)
    {
        _process = process;
        _errorReader = KeepLastWordsAsync(process.StandardError);
    }

    /// <summary>Starts it; both outputs must be redirected. Refused once <see cref="KillAll"/> was called.</summary>
    public static ChildProcess Start(ProcessStartInfo startInfo)
    {
        Process process = new() { StartInfo = startInfo };
        lock (s_running)
        {
            if (s_closed)
            {
                throw new OperationCanceledException("The command is being stopped.");
            }

            process.Start();
            s_running.Add(process);
        }

        return new ChildProcess(process);
    }

    public static async Task<(int ExitCode, string Output, string LastWords)> RunAsync(
        ProcessStartInfo startInfo, CancellationToken cancellationToken)
    {
        using ChildProcess process = Start(startInfo);
        string output = await process._process.StandardOutput.ReadToEndAsync(cancellationToken);
        return (await process.WaitForExitAsync(cancellationToken), output, process.LastWords);
    }

    public int Id => _process.Id;

    /// <summary>Asks for more than its share of the processor; without the right to ask, nothing changes.</summary>
    public void TryRaisePriority()
    {
        try
        {
            _process.PriorityClass = ProcessPriorityClass.High;
        }
        catch (Exception exception) when (exception is InvalidOperationException or Win32Exception)
        {
            // Not allowed, or it has already ended.
        }
    }

    /// <summary>
    /// Keeps its first thread, and on Windows all of its threads, on one of the processors that this process may use. Where the system
    /// can't do that, nothing changes.
    /// </summary>
    /// <param name="turn">Counts through the processors.</param>
    public void TryKeepOnProcessor(int turn)
    {
        if (!OperatingSystem.IsLinux() && !OperatingSystem.IsWindows())
        {
            return;
        }

        try
        {
            using Process current = Process.GetCurrentProcess();
            long allowed = current.ProcessorAffinity;
            long[] processors = [.. Enumerable.Range(0, 64).Select(number => 1L << number).Where(bit => (allowed & bit) != 0)];
            if (processors.Length > 0)
            {
                _process.ProcessorAffinity = (nint)processors[turn % processors.Length];
            }
        }
        catch (Exception exception) when (exception is InvalidOperationException or Win32Exception)
        {
            // Not allowed, or it has already ended.
        }
    }

    public ValueTask<string?> ReadLineAsync(CancellationToken cancellationToken) =>
        _process.StandardOutput.ReadLineAsync(cancellationToken);

    public void TryWriteLine(string line)
    {
        try
        {
            _process.StandardInput.WriteLine(line);
            _process.StandardInput.Flush();
        }
        catch (IOException)
        {
            // It has ended, and says so by the end of its output.
        }
    }

    public async Task<int> WaitForExitAsync(CancellationToken cancellationToken)
    {
        await _process.WaitForExitAsync(cancellationToken);

        // A process that it started may hold its end of the pipe open.
        await Task.WhenAny(_errorReader, Task.Delay(s_timeForLastWords, cancellationToken));
        return _process.ExitCode;
    }

    /// <summary>For a process whose output has ended: its exit code, and the line in which the runtime named the cause.</summary>
    public async Task<string> DescribeDeathAsync()
    {
        using CancellationTokenSource patience = new(s_timeToDie);
        try
        {
            int exitCode = await WaitForExitAsync(patience.Token);
            string words = CauseOfDeath.Find(LastWords);
            return "The process ended with exit code " + exitCode + (words.Length == 0 ? "." : ": " + words);
        }
        catch (OperationCanceledException)
        {
            return "The process closed its output and did not end.";
        }
    }

    /// <summary>The first lines it wrote to standard error, as one text: a runtime names the cause first and the stack after.</summary>
    public string LastWords
    {
        get
        {
            lock (_lastWords)
            {
                return string.Join(Environment.NewLine, _lastWords);
            }
        }
    }

    /// <summary>Ends it with all it started, if it has not ended by itself.</summary>
    public void Dispose()
    {
        Kill(_process);
        lock (s_running)
        {
            s_running.Remove(_process);
        }

        _process.Dispose();
    }

    // It may outlive the process's object, which has no output after it was disposed of.
    private async Task KeepLastWordsAsync(StreamReader errors)
    {
        while (await errors.ReadLineAsync() is { } line)
        {
            lock (_lastWords)
            {
                // The first lines name the cause; what follows a stack overflow is thousands of frames.
                if (_lastWords.Count < LastWordsKept)
                {
                    _lastWords.Enqueue(line);
                }
            }
        }
    }

    /// <summary>
    /// Call this before an unexpected end of a process counts as its failure. Ctrl-C also reaches the child processes, which may
    /// end before this process gets it. Throws if that was the reason.
    /// </summary>
    public static Task RuleOutInterruptionAsync(CancellationToken cancellationToken) =>
        Task.Delay(s_interruptionDelay, cancellationToken);

    /// <summary>Ends all processes with everything they started, and lets no new one begin.</summary>
    public static void KillAll()
    {
        lock (s_running)
        {
            s_closed = true;
            foreach (Process process in s_running)
            {
                Kill(process);
            }

            s_running.Clear();
        }
    }

    private static void Kill(Process process)
    {
        try
        {
            process.Kill(entireProcessTree: true);
        }
        catch (Exception exception) when (
            exception is InvalidOperationException or Win32Exception or AggregateException)
        {
            // It has ended by itself in the meantime, or is ending.
        }
    }
}

/// <summary>A program and its arguments, ready to be started any number of times.</summary>
internal sealed record ProgramCommand(string FileName, params IReadOnlyList<string> Arguments)
{
    /// <summary>Programs that take its place, each where the environment has a variable of that name.</summary>
    public IReadOnlyDictionary<string, string> Alternatives { get; init; } = ReadOnlyDictionary<string, string>.Empty;

    /// <summary>For a child without a window whose output this process reads.</summary>
    /// <param name="environment">Is added to its environment, and may choose an alternative.</param>
    public ProcessStartInfo ToStartInfo(IReadOnlyDictionary<string, string>? environment = null)
    {
        environment ??= ReadOnlyDictionary<string, string>.Empty;
        ProcessStartInfo start = new(Alternatives.FirstOrDefault(each => environment.ContainsKey(each.Key)).Value ?? FileName, Arguments)
        {
            CreateNoWindow = true,
            RedirectStandardOutput = true,
            RedirectStandardError = true,
        };
        foreach ((string name, string value) in environment)
        {
            start.Environment[name] = value;
        }

        return start;
    }

    /// <summary>For a program that may crash on purpose: what a runtime writes to its folder then is not left where we were
    /// started.</summary>
    public ProcessStartInfo ToCaseStartInfo(IReadOnlyDictionary<string, string> environment)
    {
        ProcessStartInfo start = ToStartInfo(environment);
        start.WorkingDirectory = Directory.CreateDirectory(Path.Combine(Repository.Artifacts, "crashes")).FullName;
        return start;
    }
}

/// <summary>Finds the line that matters in what a runtime wrote when it died.</summary>
internal static partial class CauseOfDeath
{
    private const string StackOverflow = "Stack overflow.";

    /// <summary>One line; empty when it wrote nothing.</summary>
    public static string Find(string lastWords)
    {
        string[] lines = lastWords.Split('\n', StringSplitOptions.TrimEntries | StringSplitOptions.RemoveEmptyEntries);

        // Every runtime has its own words for it, and Mono several.
        if (lines.Any(line => StackOverflowWords().IsMatch(line)))
        {
            return StackOverflow;
        }

        string cause = lines
            .Select(line => line.StartsWith(Unhandled, StringComparison.OrdinalIgnoreCase) ? line[Unhandled.Length..].Trim() : line)
            .FirstOrDefault(line => line.Any(char.IsLetter) && !line.StartsWith(Banner, StringComparison.Ordinal), "");
        return Innermost(cause);
    }

    /// <summary>The innermost of the exceptions that a line names: the one that was thrown first.</summary>
    public static string Innermost(string exception)
    {
        const string Inside = " ---> ";
        int inner = exception.LastIndexOf(Inside, StringComparison.Ordinal);
        return inner < 0 ? exception : exception[(inner + Inside.Length)..];
    }

    private const string Unhandled = "Unhandled exception:";
    private const string Banner = "Native Crash Reporting";

    [GeneratedRegex("^stack overflow|StackOverflowException", RegexOptions.IgnoreCase)]
    private static partial Regex StackOverflowWords();
}
