namespace AsyncBenchmarks.Tests.Scenarios;

/// <summary>The check of scenario Redis catches wrong clients, and its figures are right.</summary>
public sealed class RedisSabotageTests
{
    [Fact]
    public void Client_ThatGivesAnAnswerToAnother_Fails()
    {
        RedisWorkload<SwappingClient> workload = new(callers: 2);
        workload.Setup();
        Assert.Contains("another command's", Assert.Throws<WorkloadException>(workload.Run).Message, StringComparison.Ordinal);
        workload.Cleanup();
    }

    [Fact]
    public void Figures_OfARun_AreMeasured()
    {
        RedisWorkload<HonestClient> workload = new(callers: 64);
        workload.Setup();
        workload.Run();
        workload.Run();
        Dictionary<string, double> figures = workload.Figures.ToDictionary(figure => figure.Name, figure => figure.Value);
        Assert.InRange(figures["Commands/s"], 1, 1e9);
        Assert.InRange(figures["p50 latency"], 1, figures["p99 latency"]);
        workload.Cleanup();
    }

    [Fact]
    public async Task PooledReply_AfterItsVersion_TakesNoLateReply()
    {
        PooledReply reply = PooledReply.Rent(CommandLoad.Timeout, default);
        long version = reply.Version;
        ValueTask<long> first = reply.Task;
        reply.TryComplete(version, 1);
        reply.TryComplete(version, 2);
        Assert.Equal(1, await first);
        Assert.NotEqual(version, reply.Version);

        // Another test may have the object by now, and another object may be at the same version.
        PooledReply next;
        do
        {
            next = PooledReply.Rent(CommandLoad.Timeout, default);
        }
        while (next.Version == version);

        ValueTask<long> second = next.Task;
        next.TryComplete(version, 3);
        next.TryComplete(next.Version, 4);
        Assert.Equal(4, await second);
    }

    [Fact]
    public async Task PooledReply_OutOfTimeOrCanceled_Fails()
    {
        PooledReply late = PooledReply.Rent(TimeSpan.FromMilliseconds(20), default);
        await Assert.ThrowsAsync<TimeoutException>(async () => await late.Task);
        using System.Threading.CancellationTokenSource cancellation = new();
        PooledReply canceled = PooledReply.Rent(CommandLoad.Timeout, cancellation.Token);
        ValueTask<long> answer = canceled.Task;
        await cancellation.CancelAsync();
        await Assert.ThrowsAsync<OperationCanceledException>(async () => await answer);
    }

    private class HonestClient : IRedisClient
    {
        public void StartCaller(CommandLoad load)
        {
            while (load.TryTake(out long number, out long start))
            {
                load.Finish(number, AnswerTo(number), start);
            }
        }

        public void Dispose()
        {
        }

        protected virtual long AnswerTo(long number) => number;
    }

    private sealed class SwappingClient : HonestClient
    {
        protected override long AnswerTo(long number) => number == 3 ? 4 : number;
    }
}
