using Polly;
using Polly.Retry;

/// <summary>A pipeline that tries three times.</summary>
internal static class PollyProgram
{
    public static async Task<(string Text, long Bytes)> Run()
    {
        int tries = 0;
        ResiliencePipeline pipeline = new ResiliencePipelineBuilder()
            .AddRetry(new RetryStrategyOptions { MaxRetryAttempts = 3, Delay = TimeSpan.Zero })
            .AddTimeout(TimeSpan.FromSeconds(30))
            .Build();
        int result = await pipeline.ExecuteAsync(async token =>
        {
            await Task.Delay(1, token);
            return ++tries < 3 ? throw new InvalidOperationException() : tries;
        });
        long bytes = await Measured.Bytes(100, async () => await pipeline.ExecuteAsync(static async _ => await Task.Yield()));
        return ($"{result} tries", bytes);
    }
}
