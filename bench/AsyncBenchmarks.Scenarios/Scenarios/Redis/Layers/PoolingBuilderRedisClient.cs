using System.Runtime.CompilerServices;

namespace AsyncBenchmarks.Scenarios;

/// <summary>The same source, awaited by async methods with .NET's pooling builder.</summary>
internal sealed class PoolingBuilderRedisClient : IRedisClient
{
    private readonly RedisConnection<PooledReplyVersion> _connection = new();

    public static IRedisClient Connect() => new PoolingBuilderRedisClient();

    public void StartCaller(CommandLoad load) => _ = CallAsync(load);

    public void Dispose() => _connection.Dispose();

    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder<>))]
    private async ValueTask<long> EchoAsync(long number, CancellationToken cancellationToken)
    {
        PooledReply reply = PooledReply.Rent(CommandLoad.Timeout, cancellationToken);
        ValueTask<long> answer = reply.Task;
        _connection.Send(number, new PooledReplyVersion(reply));
        return await answer.ConfigureAwait(false);
    }

    private async Task CallAsync(CommandLoad load)
    {
        while (load.TryTake(out long number, out long start))
        {
            load.Finish(number, await EchoAsync(number, load.Token).ConfigureAwait(false), start);
        }
    }
}
