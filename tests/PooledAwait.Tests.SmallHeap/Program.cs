using System;
using System.Globalization;
using PooledAwait;
using PooledAwait.Tests.SmallHeap;

// Runs rounds of a loop in this process's small heap: <whenany|waitasync|threads|dropped> <rounds>. Fails by running out of
// memory, and tells what has grown since a tenth of the rounds. Or: tiers <calls>. Or:
// posts <await|yield|callback> <context|scheduler> <ours|framework>.
if (args[0] == "posts")
{
    return Posts.Run(args[1], args[2], args[3]);
}

int rounds = int.Parse(args[1], CultureInfo.InvariantCulture);
if (args[0] == "tiers")
{
    foreach ((string name, Action<PooledValueTaskSource<int>> call) in Tiers.Kinds)
    {
        (long first, long later) = Tiers.Measure(call, rounds);
        Console.WriteLine(string.Create(CultureInfo.InvariantCulture, $"{name}: {first} bytes at first, {later} bytes later"));
    }

    return 0;
}

Func<int, PooledValueTask<int>> loop = args[0] switch
{
    "whenany" => Loops.WhenAny,
    "waitasync" => Loops.WaitAsync,
    "threads" => Loops.Threads,
    "dropped" => Loops.Dropped,
    _ => throw new ArgumentException(args[0]),
};
loop(rounds / 10).GetAwaiter().GetResult();
long before = Collected();
int done = loop(rounds).GetAwaiter().GetResult();
Console.WriteLine(string.Create(CultureInfo.InvariantCulture, $"{done} rounds, grown by {Collected() - before} bytes"));
return done == rounds ? 0 : 1;

static long Collected()
{
    GC.Collect();
    GC.WaitForPendingFinalizers();
    GC.Collect();
    return GC.GetTotalMemory(forceFullCollection: true);
}
