using System;
using System.Threading;
using System.Threading.Tasks;
using PooledAwait;

namespace AsyncBenchmarks.Scenarios;

/// <summary>This repository's library: a source that has the time and the token, and continuations through the global queue.</summary>
internal class PooledAwaitRedisClient(TaskCreationOptions options) : IRedisClient
{
    private const TaskCreationOptions Fair = TaskCreationOptions.RunContinuationsAsynchronously | TaskCreationOptions.PreferFairness;

    private readonly RedisConnection<Reply> _connection = new();

    public static IRedisClient Connect() => new PooledAwaitRedisClient(Fair);

    public void StartCaller(CommandLoad load) => CallAsync(load).Forget();

    public void Dispose() => _connection.Dispose();

    private PooledValueTask<long> EchoAsync(long number, CancellationToken cancellationToken)
    {
        var source = PooledValueTaskSource<long>.Create(CommandLoad.Timeout, TimeProvider.System, options, cancellationToken);
        _connection.Send(number, new Reply(source));
        return source.PooledTask;
    }

    private async PooledValueTask CallAsync(CommandLoad load)
    {
        while (load.TryTake(out long number, out long start))
        {
            load.Finish(number, await EchoAsync(number, load.Token).ConfigureAwait(false), start);
        }
    }

    private readonly struct Reply(PooledValueTaskSource<long> source) : IReply
    {
        public void TryComplete(long number) => source.TrySetResult(number);
    }
}
