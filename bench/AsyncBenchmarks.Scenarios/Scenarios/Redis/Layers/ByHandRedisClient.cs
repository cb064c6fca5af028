namespace AsyncBenchmarks.Scenarios;

/// <summary>ValueTask over a source that the client pools itself.</summary>
internal class ByHandRedisClient : IRedisClient
{
    private readonly RedisConnection<PooledReplyVersion> _connection = new();

    public void StartCaller(CommandLoad load) => _ = CallAsync(load);

    public void Dispose() => _connection.Dispose();

    protected virtual ValueTask<long> EchoAsync(long number, CancellationToken cancellationToken)
    {
        PooledReply reply = PooledReply.Rent(CommandLoad.Timeout, cancellationToken);
        ValueTask<long> answer = reply.Task;
        _connection.Send(number, new PooledReplyVersion(reply));
        return answer;
    }

    private async Task CallAsync(CommandLoad load)
    {
        while (load.TryTake(out long number, out long start))
        {
            load.Finish(number, await EchoAsync(number, load.Token).ConfigureAwait(false), start);
        }
    }
}
