using System;
using System.Linq;
using System.Threading;

namespace PooledAwait.Tests.Combinators;

/// <summary>Ten thousand inputs, and chains of a hundred thousand combinators on a small stack.</summary>
public sealed class CombinatorScaleTests
{
    private const int Inputs = 10_000;
    private const int Links = 100_000;

    [Fact]
    public void WhenAll_TenThousandInputs_HasAllResults() => Watchdog.Run(() =>
    {
        (PooledValueTaskSource<int>[] sources, PooledValueTask<int>[] tasks, int[] order) = Create();
        PooledValueTask<int[]> all = PooledValueTask.WhenAll(tasks);
        foreach (int i in order)
        {
            Assert.False(all.GetAwaiter().IsCompleted);
            sources[i].SetResult(i);
        }

        Assert.Equal(Enumerable.Range(0, Inputs), all.GetAwaiter().GetResult());
    });

    [Fact]
    public void WhenAny_TenThousandInputs_HasTheFirstAndConsumesAll() => Watchdog.Run(() =>
    {
        (PooledValueTaskSource<int>[] sources, PooledValueTask<int>[] tasks, int[] order) = Create();
        PooledValueTask<Completion<int>> any = PooledValueTask.WhenAny(tasks);
        foreach (int i in order)
        {
            sources[i].SetResult(i);
        }

        Completion<int> first = any.GetAwaiter().GetResult();
        Assert.Equal(order[0], first.Index);
        Assert.Equal(order[0], first.Result);
        Assert.All(tasks, task => Assert.False(task._operation!.IsCurrent(task._token)));
    });

    [Fact]
    public void WhenEach_TenThousandInputs_GivesAllInOrder() => Watchdog.Run(() =>
    {
        (PooledValueTaskSource<int>[] sources, PooledValueTask<int>[] tasks, int[] order) = Create();
        PooledValueTask<int> run = Run();
        foreach (int i in order)
        {
            sources[i].SetResult(i);
        }

        Assert.Equal(Inputs, run.GetAwaiter().GetResult());

        async PooledValueTask<int> Run()
        {
            int count = 0;
            await foreach (Completion<int> completion in PooledValueTask.WhenEach(tasks))
            {
                Assert.Equal(order[count++], completion.Result);
            }

            return count;
        }
    });

    [Fact]
    public void WaitAsync_TenThousandAtOnce_EachHasItsResult() => Watchdog.Run(() =>
    {
        (PooledValueTaskSource<int>[] sources, PooledValueTask<int>[] tasks, int[] order) = Create();
        using CancellationTokenSource cancellation = new();
        PooledValueTask<int>[] waits = [.. tasks.Select(task => task.WaitAsync(TimeSpan.FromHours(1), cancellation.Token))];
        foreach (int i in order)
        {
            sources[i].SetResult(i);
        }

        cancellation.Cancel();
        Assert.Equal(Enumerable.Range(0, Inputs), waits.Select(wait => wait.GetAwaiter().GetResult()));
    });

    [Theory]
    [InlineData("WhenAll")]
    [InlineData("WhenAllOfMany")]
    [InlineData("WhenAny")]
    [InlineData("WhenEach")]
    [InlineData("WaitAsync")]
    public void ChainOfCombinators_CompletedAtItsRoot_TakesConstantStack(string combinator) => Watchdog.Run(
        () =>
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
        },
        stackSize: 256 * 1024);

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

    private static (PooledValueTaskSource<int>[] Sources, PooledValueTask<int>[] Tasks, int[] Order) Create()
    {
        PooledValueTaskSource<int>[] sources = [.. Enumerable.Range(0, Inputs).Select(_ => PooledValueTaskSource<int>.Create())];
        int[] order = [.. Enumerable.Range(0, Inputs)];
        new Random(1).Shuffle(order);
        return (sources, [.. sources.Select(source => source.PooledTask)], order);
    }
}
