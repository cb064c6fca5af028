namespace PooledAwait.Tests.Combinators;

/// <summary>Chains of a hundred thousand combinators on a small stack.</summary>
public sealed class CombinatorScaleTests
{
    private const int Links = 100_000;

    [Theory]
    [InlineData("WhenAll")]
    [InlineData("WhenAllOfMany")]
    [InlineData("WhenAny")]
    [InlineData("WhenEach")]
    [InlineData("WaitAsync")]
    public void ChainOfCombinators_CompletedAtItsRoot_TakesConstantStack(string combinator) => Watchdog.Run(Watchdog.TinyStack, () =>
    {
        PooledValueTaskSource<int> root = PooledValueTaskSource<int>.Create();
        PooledValueTask<int> chain = root.PooledTask;
        using CancellationTokenSource cancellation = new();
        for (int i = 0; i < Links; i++)
        {
            chain = combinator switch
            {
                "WhenAll" => All(chain),
                "WhenAllOfMany" => Many(chain),
                "WhenAny" => Any(chain),
                "WhenEach" => Each(chain),
                _ => chain.WaitAsync(cancellation.Token),
            };
        }

        root.SetResult(1);
        Assert.True(chain.GetAwaiter().IsCompleted);
        Assert.Equal(1, chain.GetAwaiter().GetResult());
    });

    private static async PooledValueTask<int> All(PooledValueTask<int> task) =>
        (await PooledValueTask.WhenAll(task, new PooledValueTask<int>(2))).Item1;

    private static async PooledValueTask<int> Many(PooledValueTask<int> task) => (await PooledValueTask.WhenAll([task]))[0];

    private static async PooledValueTask<int> Any(PooledValueTask<int> task) => (await PooledValueTask.WhenAny(task)).Result;

    private static async PooledValueTask<int> Each(PooledValueTask<int> task)
    {
        await foreach (Completion<int> completion in PooledValueTask.WhenEach(task))
        {
            return completion.Result;
        }

        return -1;
    }
}
