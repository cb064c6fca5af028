namespace AsyncBenchmarks.Scenarios;

/// <summary>The same source, awaited by async methods with .NET's pooling builder.</summary>
internal sealed class PoolingBuilderRedisClient : ByHandRedisClient
{
    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder<>))]
    protected override async ValueTask<long> EchoAsync(long number, CancellationToken cancellationToken) =>
        await base.EchoAsync(number, cancellationToken).ConfigureAwait(false);
}
