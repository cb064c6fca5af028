namespace AsyncBenchmarks.Scenarios;

/// <summary>The work that the callers of one run share, and its result.</summary>
#pragma warning disable CA1001 // They have no handle to give back, and Set may outlast the Wait that it ends.
internal sealed class CommandLoad
#pragma warning restore CA1001
{
    /// <summary>The timeout of each command.</summary>
    public static readonly TimeSpan Timeout = TimeSpan.FromMinutes(1);

    private const int LatenciesKept = 1 << 20;

    private readonly CancellationTokenSource _cancellation = new();
    private readonly ManualResetEventSlim _ended = new();
    private readonly long[] _latencies = new long[LatenciesKept];
    private long _next;
    private long _last;
    private int _running;
    private int _wrong;
    private Exception? _failure;

    /// <summary>The token of each command; not canceled.</summary>
    public CancellationToken Token => _cancellation.Token;

    public void Begin(int callers, int commands)
    {
        _next = _last;
        _last += commands;
        _running = callers;
        _ended.Reset();
    }

    /// <param name="number">The number that the server must echo.</param>
    /// <param name="start">When the command was taken.</param>
    /// <returns>False if there are no more: then the caller has ended.</returns>
    public bool TryTake(out long number, out long start)
    {
        start = Stopwatch.GetTimestamp();
        number = Interlocked.Increment(ref _next);
        if (number <= _last)
        {
            return true;
        }

        if (Interlocked.Decrement(ref _running) == 0)
        {
            _ended.Set();
        }

        return false;
    }

    public void Finish(long number, long echo, long start)
    {
        _latencies[number % LatenciesKept] = Stopwatch.GetTimestamp() - start;
        if (echo != number)
        {
            Interlocked.Increment(ref _wrong);
        }
    }

    /// <summary>A caller has failed, and makes no more commands.</summary>
    public void Fail(Exception failure)
    {
        _failure = failure;
        _ended.Set();
    }

    public void End()
    {
        if (!_ended.Wait(Timeout))
        {
            throw new WorkloadException($"{_running} callers did not end within {Timeout.TotalSeconds} s.");
        }

        if (_failure is not null)
        {
            throw new WorkloadException("A caller failed: " + _failure);
        }

        if (_wrong > 0)
        {
            throw new WorkloadException($"{_wrong} answers were another command's.");
        }
    }

    /// <summary>A percentile of the latencies, in nanoseconds. The first half of the commands warmed up.</summary>
    public double Percentile(double share)
    {
        long[] sorted = new long[Math.Min(_last / 2, LatenciesKept)];
        for (int index = 0; index < sorted.Length; index++)
        {
            sorted[index] = _latencies[(_last - index) % LatenciesKept];
        }

        Array.Sort(sorted);
        return sorted.Length == 0
            ? double.NaN
            : sorted[(int)Math.Ceiling((sorted.Length - 1) * share)] * 1e9 / Stopwatch.Frequency;
    }
}
