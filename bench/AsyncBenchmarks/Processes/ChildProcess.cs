using System.ComponentModel;
using System.Diagnostics;

namespace AsyncBenchmarks.Processes;

/// <summary>
/// A process of ours: read line by line, never left behind. Its last words on standard error are kept,
/// because that is where a runtime writes why it died.
/// </summary>
internal sealed class ChildProcess : IAsyncDisposable
{
    private const int LastWordsKept = 40;
    private static readonly TimeSpan s_timeToDie = TimeSpan.FromSeconds(5);
    private static readonly TimeSpan s_timeForLastWords = TimeSpan.FromSeconds(1);

    private readonly Process _process;
    private readonly Queue<string> _lastWords = new();
    private readonly Task _errorReader;

    private ChildProcess(Process process)
    {
        _process = process;
        _errorReader = KeepLastWordsAsync(process.StandardError);
    }

    /// <summary>Starts it; both outputs must be redirected.</summary>
    public static ChildProcess Start(ProcessStartInfo startInfo)
    {
        Process process = new() { StartInfo = startInfo };
        ChildProcesses.Start(process);
        return new ChildProcess(process);
    }

    /// <summary>The operating system's number for it.</summary>
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

    public ValueTask<string?> ReadLineAsync(CancellationToken cancellationToken) =>
        _process.StandardOutput.ReadLineAsync(cancellationToken);

    /// <summary>Writes to its standard input; false when it no longer reads.</summary>
    public bool TryWriteLine(string line)
    {
        try
        {
            _process.StandardInput.WriteLine(line);
            _process.StandardInput.Flush();
            return true;
        }
        catch (IOException)
        {
            return false;
        }
    }

    /// <summary>Waits until it has ended; returns its exit code.</summary>
    public async Task<int> WaitForExitAsync(CancellationToken cancellationToken)
    {
        await _process.WaitForExitAsync(cancellationToken);

        // Something it started may hold its end of the pipe open.
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
    public ValueTask DisposeAsync()
    {
        ChildProcesses.Kill(_process);
        ChildProcesses.Forget(_process);
        _process.Dispose();
        return ValueTask.CompletedTask;
    }

    // May outlive the process's object, which has no output any more once it was disposed of.
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
}
