#if Peer_ProtoPromise
using Proto.Promises;

namespace AsyncBenchmarks.Scenarios;

/// <summary>ProtoPromise: a deferred for each command, its WaitAsync, and continuations in the background.</summary>
internal sealed class ProtoPromiseRedisClient : RedisClient<ProtoPromiseRedisClient.Reply>
{
    public override void StartCaller(CommandLoad load) => CallAsync(load, load.Token.ToCancelationToken()).Forget();

    private Promise<long> EchoAsync(long number, CancelationToken cancellationToken)
    {
        Promise<long>.Deferred source = Promise<long>.NewDeferred();
        Promise<long> answer = source.Promise.WaitAsync(CommandLoad.Timeout, cancellationToken);
        Connection.Send(number, new Reply(source));
        return answer;
    }

    private async Promise CallAsync(CommandLoad load, CancelationToken cancellationToken)
    {
        while (load.TryTake(out long number, out long start))
        {
            Promise<long> answer = EchoAsync(number, cancellationToken);
            load.Finish(number, await answer.ConfigureAwait(ContinuationOptions.Background), start);
        }
    }

    internal readonly struct Reply(Promise<long>.Deferred source) : IReply
    {
        public void TryComplete(long number) => source.Resolve(number);
    }
}
#endif
