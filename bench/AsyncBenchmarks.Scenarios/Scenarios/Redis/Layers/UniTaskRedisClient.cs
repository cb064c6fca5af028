#if Peer_UniTask
using Cysharp.Threading.Tasks;

namespace AsyncBenchmarks.Scenarios;

/// <summary>
/// UniTask. Its .NET build has no timeout, so a linked CancellationTokenSource has the time. Late replies would harm pooled sources.
/// </summary>
internal sealed class UniTaskRedisClient : RedisClient<UniTaskRedisClient.Reply>
{
    public override void StartCaller(CommandLoad load) => CallAsync(load).Forget();

    private async UniTask<long> EchoAsync(long number, CancellationToken cancellationToken)
    {
        UniTaskCompletionSource<long> source = new();
        using CancellationTokenSource deadline = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
        deadline.CancelAfter(CommandLoad.Timeout);
        using (deadline.Token.UnsafeRegister(static source => ((UniTaskCompletionSource<long>)source!).TrySetCanceled(), source))
        {
            Connection.Send(number, new Reply(source));
            long answer = await source.Task;

            // The continuation runs inside the receiving loop until here.
            await UniTask.SwitchToThreadPool();
            return answer;
        }
    }

    private async UniTask CallAsync(CommandLoad load)
    {
        while (load.TryTake(out long number, out long start))
        {
            load.Finish(number, await EchoAsync(number, load.Token), start);
        }
    }

    internal readonly struct Reply(UniTaskCompletionSource<long> source) : IReply
    {
        public void TryComplete(long number) => source.TrySetResult(number);
    }
}
#endif
