namespace AsyncBenchmarks.Scenarios;

/// <summary>ValueTask over a source that the client pools itself.</summary>
internal class ByHandRedisClient : RedisClient<PooledReplyVersion>
{
    public override void StartCaller(CommandLoad load) => _ = CallAsync(load);

    protected virtual ValueTask<long> EchoAsync(long number, CancellationToken cancellationToken)
    {
        PooledReply reply = PooledReply.Rent(CommandLoad.Timeout, cancellationToken);
        ValueTask<long> answer = reply.Task;
        Connection.Send(number, new PooledReplyVersion(reply));
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
