#if Peer_UniTask
using Cysharp.Threading.Tasks;

namespace AsyncBenchmarks.Scenarios;

/// <summary>
/// UniTask. Its .NET build has no timeout, so a linked CancellationTokenSource has the time. Late replies would harm pooled sources.
/// </summary>
internal sealed class UniTaskRedisClient : IRedisClient
{
    private readonly RedisConnection<Reply> _connection = new();

    public void StartCaller(CommandLoad load) => CallAsync(load).Forget();

    public void Dispose() => _connection.Dispose();

    private async UniTask<long> EchoAsync(long number, CancellationToken cancellationToken)
    {
        UniTaskCompletionSource<long> source = new();
        using CancellationTokenSource deadline = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
        deadline.CancelAfter(CommandLoad.Timeout);
        using (deadline.Token.UnsafeRegister(static source => ((UniTaskCompletionSource<long>)source!).TrySetCanceled(), source))
        {
            _connection.Send(number, new Reply(source));
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

    private readonly struct Reply(UniTaskCompletionSource<long> source) : IReply
    {
        public void TryComplete(long number) => source.TrySetResult(number);
    }
}
#endif
