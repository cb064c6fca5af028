using System;
using System.Threading;

namespace PooledAwait.Tests.SmallHeap;

/// <summary>Loops that leave something pending behind in each round, which is over some rounds later.</summary>
internal static class Loops
{
    /// <summary>How many rounds a loser stays pending.</summary>
    private const int Window = 100;

    internal static async PooledValueTask<int> WhenAny(int rounds)
    {
        PooledValueTaskSource<int>[] losers = new PooledValueTaskSource<int>[Window];
        int done = 0;
        for (int round = 0; round < rounds; round++)
        {
            ref PooledValueTaskSource<int> loser = ref losers[round % Window];
            loser.TrySetResult(-1);
            loser = PooledValueTaskSource<int>.Create();
            PooledValueTaskSource<int> winner = PooledValueTaskSource<int>.Create();
            PooledValueTask<Completion<int>> any = PooledValueTask.WhenAny(loser.PooledTask, winner.PooledTask);
            winner.SetResult(round);
            Completion<int> first = await any;
            done += first.Index == 1 && first.Result == round ? 1 : 0;
        }

        return done;
    }

    /// <summary>One token for all rounds: what stays registered with it, or set as a timer, stays in the heap.</summary>
    internal static async PooledValueTask<int> WaitAsync(int rounds)
    {
        using CancellationTokenSource cancellation = new();
        int done = 0;
        for (int round = 0; round < rounds; round++)
        {
            PooledValueTaskSource<int> source = PooledValueTaskSource<int>.Create();
            PooledValueTask<int> wait = source.PooledTask.WaitAsync(TimeSpan.FromHours(1), cancellation.Token);
            source.SetResult(round);
            done += await wait == round ? 1 : 0;
        }

        return done;
    }
}
