using System;
using System.Globalization;
using PooledAwait;
using PooledAwait.Tests.SmallHeap;

// Runs rounds of a combinator in this process's small heap: <whenany|waitasync> <rounds>. Fails by running out of memory.
int rounds = int.Parse(args[1], CultureInfo.InvariantCulture);
PooledValueTask<int> run = args[0] switch
{
    "whenany" => Loops.WhenAny(rounds),
    "waitasync" => Loops.WaitAsync(rounds),
    _ => throw new ArgumentException(args[0]),
};
int done = run.GetAwaiter().GetResult();
Console.WriteLine(string.Create(CultureInfo.InvariantCulture, $"{done} rounds, {GC.GetTotalAllocatedBytes(precise: true)} bytes allocated"));
return done == rounds ? 0 : 1;
