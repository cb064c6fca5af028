namespace AsyncBenchmarks.Scenarios;

/// <summary>Task: a TaskCompletionSource for each command, and WaitAsync for its time and its token.</summary>
internal sealed class TaskRedisClient : RedisClient<TaskRedisClient.Reply>
{
    public override void StartCaller(CommandLoad load) => _ = CallAsync(load);

    private Task<long> EchoAsync(long number, CancellationToken cancellationToken)
    {
        TaskCompletionSource<long> source = new(TaskCreationOptions.RunContinuationsAsynchronously);
        Connection.Send(number, new Reply(source));
        return source.Task.WaitAsync(CommandLoad.Timeout, cancellationToken);
    }

    private async Task CallAsync(CommandLoad load)
    {
        while (load.TryTake(out long number, out long start))
        {
            load.Finish(number, await EchoAsync(number, load.Token).ConfigureAwait(false), start);
        }
    }

    internal readonly struct Reply(TaskCompletionSource<long> source) : IReply
    {
        public void TryComplete(long number) => source.TrySetResult(number);
    }
}
