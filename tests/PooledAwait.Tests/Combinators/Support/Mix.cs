namespace PooledAwait.Tests;

/// <summary>A random mix of inputs: shapes, endings, complete from the start or not, and an order of completion.</summary>
internal sealed class Mix
{
    /// <summary>How many inputs there are at most.</summary>
    internal const int Most = 12;

    private readonly Queue<Twin> _pending;

    internal Mix(
        int seed, bool pooledOnly, bool withResult = true, int least = 0, int most = Most, Situation situations = Situation.All)
    {
        Random random = new(seed);
        int count = random.Next(least, most + 1);

        // Most often all succeed or a few don't; now and then most fail.
        int failing = random.Next(4) switch { 0 => 0, 1 => 20, 2 => 50, _ => 80 };
        bool allCancel = random.Next(4) == 0;
        Twins = [.. Enumerable.Range(0, count).Select(i => new Twin(
            pooledOnly ? Shape.Pooled : (Shape)random.Next(4),
            random.Next(100) >= failing ? Ending.Success : allCancel || random.Next(2) == 0 ? Ending.Cancellation : Ending.Fault,
            i,
            withResult,
            (Situation)random.Next((int)Situation.All + 1) & situations))];
        int completeFromStart = random.Next(3) switch { 0 => 0, 1 => random.Next(count + 1), _ => count };
        Twin[] order = [.. Twins];
        for (int i = count - 1; i > 0; i--)
        {
            int j = random.Next(i + 1);
            (order[i], order[j]) = (order[j], order[i]);
        }

        if (random.Next(3) != 0)
        {
            completeFromStart /= 2;
        }

        foreach (Twin twin in order.Take(completeFromStart))
        {
            twin.Complete();
        }

        _pending = new Queue<Twin>(order.Skip(completeFromStart));
    }

    internal Twin[] Twins { get; }

    internal PooledValueTask<int>[] Pooled => [.. Twins.Select(twin => twin.PooledTask)];

    internal PooledValueTask[] PooledVoid => [.. Twins.Select(twin => twin.PooledVoidTask)];

    internal ValueTask<int>[] ValueTasks => [.. Twins.Select(twin => twin.ValueTask)];

    internal ValueTask[] VoidValueTasks => [.. Twins.Select(twin => twin.VoidValueTask)];

    internal Task<int>[] Oracles => [.. Twins.Select(twin => twin.Oracle)];

    /// <summary>Completes the next of those that are pending.</summary>
    /// <returns>False if there is none.</returns>
    internal bool CompleteNext(out Twin? twin)
    {
        if (!_pending.TryDequeue(out twin))
        {
            return false;
        }

        twin.Complete();
        return true;
    }

    internal void CompleteAll()
    {
        while (CompleteNext(out _))
        {
        }
    }

    public override string ToString() => string.Join(", ", (object[])Twins);
}
