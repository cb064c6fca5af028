using System.Collections.Concurrent;
using System.Threading.Tasks.Sources;
using PooledAwait;

namespace AsyncBenchmarks.Scenarios;

/// <summary>This repository's library: a source that has the time and the token, and continuations through the global queue.</summary>
internal sealed class PooledAwaitRedisClient : RedisClient<PooledAwaitRedisClient.Reply>
{
    private const TaskCreationOptions Fair = TaskCreationOptions.RunContinuationsAsynchronously | TaskCreationOptions.PreferFairness;

    public override void StartCaller(CommandLoad load) => CallAsync(load).Forget();

    private PooledValueTask<long> EchoAsync(long number, CancellationToken cancellationToken)
    {
        var source = PooledValueTaskSource<long>.Create(CommandLoad.Timeout, TimeProvider.System, Fair, cancellationToken);
        Connection.Send(number, new Reply(source));
        return source.PooledTask;
    }

    private async PooledValueTask CallAsync(CommandLoad load)
    {
        while (load.TryTake(out long number, out long start))
        {
            load.Finish(number, await EchoAsync(number, load.Token).ConfigureAwait(false), start);
        }
    }

    internal readonly struct Reply(PooledValueTaskSource<long> source) : IReply
    {
        public void TryComplete(long number) => source.TrySetResult(number);
    }
}

/// <summary>
/// A hand-written pooled source: ManualResetValueTaskSourceCore, a timer, a registration, and a claim for each version, so that a late
/// reply harms nobody.
/// </summary>
#pragma warning disable CA1001 // Its timer is pooled with it, for as long as the process lives.
internal sealed class PooledReply : IValueTaskSource<long>
#pragma warning restore CA1001
{
    private static readonly ConcurrentQueue<PooledReply> s_pool = new();

    private readonly Timer _timer;
    private ManualResetValueTaskSourceCore<long> _core = new() { RunContinuationsAsynchronously = true };
    private CancellationTokenRegistration _registration;
    private long _deadline;

    /// <summary>Twice the version; one more when it is claimed.</summary>
    private long _state;

    private PooledReply() => _timer = new Timer(static reply => ((PooledReply)reply!).OnTime(), this, -1, -1);

    public long Version => Volatile.Read(ref _state);

    /// <summary>The answer, to be awaited once.</summary>
    public ValueTask<long> Task => new(this, _core.Version);

    public static PooledReply Rent(TimeSpan timeout, CancellationToken cancellationToken)
    {
        PooledReply reply = s_pool.TryDequeue(out PooledReply? pooled) ? pooled : new PooledReply();
        Volatile.Write(ref reply._deadline, Environment.TickCount64 + (long)timeout.TotalMilliseconds);
        reply._timer.Change(timeout, System.Threading.Timeout.InfiniteTimeSpan);
        reply._registration = cancellationToken.UnsafeRegister(
            static (reply, token) => ((PooledReply)reply!).OnCanceled(token), reply);
        return reply;
    }

    /// <summary>Completes it, if it is still the same.</summary>
    public void TryComplete(long version, long number)
    {
        if (TryClaim(version))
        {
            _core.SetResult(number);
        }
    }

    long IValueTaskSource<long>.GetResult(short token)
    {
        try
        {
            return _core.GetResult(token);
        }
        finally
        {
            _core.Reset();
            Volatile.Write(ref _state, _state + 1);
            s_pool.Enqueue(this);
        }
    }

    ValueTaskSourceStatus IValueTaskSource<long>.GetStatus(short token) => _core.GetStatus(token);

    void IValueTaskSource<long>.OnCompleted(
        Action<object?> continuation, object? state, short token, ValueTaskSourceOnCompletedFlags flags) =>
        _core.OnCompleted(continuation, state, token, flags);

    private bool TryClaim(long version)
    {
        if ((version & 1) != 0 || Interlocked.CompareExchange(ref _state, version + 1, version) != version)
        {
            return false;
        }

        _timer.Change(-1, -1);
        _registration.Dispose();
        return true;
    }

    private void OnTime()
    {
        // A timer's callback may come after the timer was stopped, and meet the next version.
        if (Environment.TickCount64 >= Volatile.Read(ref _deadline) && TryClaim(Version))
        {
            _core.SetException(new TimeoutException());
        }
    }

    private void OnCanceled(CancellationToken token)
    {
        if (TryClaim(Version))
        {
            _core.SetException(new OperationCanceledException(token));
        }
    }
}

/// <summary>One version of a <see cref="PooledReply"/>.</summary>
internal readonly struct PooledReplyVersion(PooledReply reply) : IReply
{
    private readonly long _version = reply.Version;

    public void TryComplete(long number) => reply.TryComplete(_version, number);
}
