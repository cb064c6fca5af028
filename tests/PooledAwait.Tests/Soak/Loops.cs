namespace PooledAwait.Tests.Soak;

/// <summary>Loops whose rounds each create something that must not stay reachable.</summary>
internal static class Loops
{
    /// <summary>How many rounds a loser stays pending; how many operations a thread has at once.</summary>
    private const int Window = 100;

    /// <summary>Fails by running out of memory, and tells what has grown since a tenth of the rounds.</summary>
    /// <returns>The exit code.</returns>
    internal static int Run(string name, int rounds)
    {
        Func<int, PooledValueTask<int>> loop = name switch
        {
            "whenany" => WhenAny,
            "waitasync" => WaitAsync,
            "threads" => Threads,
            "dropped" => Dropped,
            _ => throw new ArgumentException(name),
        };
        loop(rounds / 10).GetAwaiter().GetResult();
        long before = Collected();
        int done = loop(rounds).GetAwaiter().GetResult();
        Console.WriteLine(string.Create(CultureInfo.InvariantCulture, $"{done} rounds, grown by {Collected() - before} bytes"));
        return done == rounds ? 0 : 1;
    }

    private static async PooledValueTask<int> WhenAny(int rounds)
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
    private static async PooledValueTask<int> WaitAsync(int rounds)
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

    /// <summary>A thread for each round, which dies with objects in its magazines.</summary>
    private static PooledValueTask<int> Threads(int rounds)
    {
        int done = 0;
        for (int round = 0; round < rounds; round++)
        {
            Thread thread = new(() => done += CompleteHundred() == Window ? 1 : 0);
            thread.Start();
            thread.Join();
        }

        return new PooledValueTask<int>(done);
    }

    /// <summary>Operations that nobody ever consumes, each with a kilobyte: pending for ever, complete, canceled.</summary>
    private static PooledValueTask<int> Dropped(int rounds)
    {
        int done = 0;
        for (; done < rounds; done++)
        {
            _ = Hold(PooledValueTaskSource<int>.Create().PooledTask, new byte[1024]);
            PooledValueTaskSource<int> source = PooledValueTaskSource<int>.Create();
            _ = Hold(source.PooledTask, new byte[1024]);
            source.SetResult(1);
            PooledValueTaskSource<byte[]>.Create().SetResult(new byte[1024]);
            PooledValueTaskSource<int>.Create().SetCanceled();
        }

        return new PooledValueTask<int>(done);
    }

    /// <summary>More at once than a thread's magazine holds.</summary>
    private static int CompleteHundred()
    {
        PooledValueTaskSource<int>[] sources = new PooledValueTaskSource<int>[Window];
        PooledValueTask<byte[]>[] tasks = new PooledValueTask<byte[]>[Window];
        for (int i = 0; i < Window; i++)
        {
            sources[i] = PooledValueTaskSource<int>.Create();
            tasks[i] = Hold(sources[i].PooledTask, new byte[1024]);
        }

        int done = 0;
        for (int i = 0; i < Window; i++)
        {
            sources[i].SetResult(i);
            done += tasks[i].GetAwaiter().GetResult().Length == 1024 ? 1 : 0;
        }

        return done;
    }

    private static async PooledValueTask<byte[]> Hold(PooledValueTask<int> task, byte[] kilobyte)
    {
        await task;
        return kilobyte;
    }

    private static long Collected()
    {
        Garbage.Collect();
        return GC.GetTotalMemory(forceFullCollection: true);
    }
}
