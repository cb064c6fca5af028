namespace PooledAwait.Tests.Allocation;

/// <summary>The same calls before, while and after the just-in-time compiler optimizes what they call.</summary>
internal static class Tiers
{
    /// <summary>A second of them: longer than the optimizer waits.</summary>
    private const int LaterWindows = 20;

    /// <summary>Methods that suspend once, by what they return and what they await.</summary>
    private static IReadOnlyList<(string Name, Action<PooledValueTaskSource<int>> Call)> Kinds { get; } =
    [
        ("PooledValueTask of int", static source => Complete(source, Awaiting.Pass(source.PooledTask))),
        ("PooledValueTask", static source => Complete(source, Await(source.PooledTask))),
        ("ValueTask by the attribute", static source => Complete(source, PassByAttribute(source.PooledTask))),
        ("PooledValueTask of a ValueTask", static source => Complete(source, Awaiting.Pass(source.Task))),
        ("FireAndForget", static source => Complete(source, AwaitAndForget(source.PooledTask))),
        ("Then", static source => Complete(source, source.PooledTask.Then(static value => value))),
    ];

    internal static int Run(int calls)
    {
        foreach ((string name, Action<PooledValueTaskSource<int>> call) in Kinds)
        {
            (long first, long later) = Measure(call, calls);
            Console.WriteLine(string.Create(CultureInfo.InvariantCulture, $"{name}: {first} bytes at first, {later} bytes later"));
        }

        return 0;
    }

    /// <param name="call">What to do with a source.</param>
    /// <param name="calls">How many in a window.</param>
    /// <returns>
    /// What a window allocates: the first, and the last. (One between them may allocate a source: each retires after 65,536 uses.)
    /// </returns>
    private static (long First, long Later) Measure(Action<PooledValueTaskSource<int>> call, int calls)
    {
        // What is made once: objects, and the pools' arrays.
        call(PooledValueTaskSource<int>.Create());
        long first = Bytes(call, calls);
        long later = 0;
        for (int window = 0; window < LaterWindows; window++)
        {
            // The optimizer works in the background, and waits until nothing new is compiled for a while.
            Thread.Sleep(50);
            later = Bytes(call, calls);
        }

        return (first, later);
    }

    private static long Bytes(Action<PooledValueTaskSource<int>> call, int calls)
    {
        long before = GC.GetAllocatedBytesForCurrentThread();
        for (int i = 0; i < calls; i++)
        {
            call(PooledValueTaskSource<int>.Create());
        }

        return GC.GetAllocatedBytesForCurrentThread() - before;
    }

    private static void Complete(PooledValueTaskSource<int> source, PooledValueTask<int> task)
    {
        source.SetResult(1);
        _ = task.GetAwaiter().GetResult();
    }

    private static void Complete(PooledValueTaskSource<int> source, PooledValueTask task)
    {
        source.SetResult(1);
        task.GetAwaiter().GetResult();
    }

    private static void Complete(PooledValueTaskSource<int> source, ValueTask<int> task)
    {
        source.SetResult(1);
        _ = task.GetAwaiter().GetResult();
    }

    private static void Complete(PooledValueTaskSource<int> source, FireAndForget task)
    {
        source.SetResult(1);
        _ = task;
    }

    private static async PooledValueTask Await(PooledValueTask<int> task) => await task;

    [AsyncMethodBuilder(typeof(PooledAsyncValueTaskMethodBuilder<>))]
    private static async ValueTask<int> PassByAttribute(PooledValueTask<int> task) => await task;

    private static async FireAndForget AwaitAndForget(PooledValueTask<int> task) => await task;
}
