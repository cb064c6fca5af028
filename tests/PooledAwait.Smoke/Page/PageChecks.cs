using System.Runtime.CompilerServices;

namespace PooledAwait.Smoke;

/// <summary>Checks for a page alone: one thread does everything, and an interpreter that optimizes a method after 1,000 calls.</summary>
internal static class PageChecks
{
    private static readonly AsyncLocal<int> s_local = new();

    internal static IEnumerable<Check> All =>
    [
        new("No kind of await allocates before the interpreter optimizes", EveryKind),
        new("Yielding allocates nothing", async () => await YieldingAsync()),
        new("A continuation through the event loop allocates nothing", async () => await AsynchronousAsync()),
        new("A work item leaves nothing in the contexts of the next", WorkItemContexts),
        new("Blocking is refused, and the result can be awaited later", Blocking),
    ];

    private static void EveryKind()
    {
        NoneSoon("a method", static source => PassAsync(source.PooledTask));
        NoneSoon("ConfigureAwait", static source => ConfiguredAsync(source.PooledTask));
        NoneSoon("a ValueTask", static source => PassValueTaskAsync(source.Task));
        NoneSoon("a method without a result", static source => AfterAsync(VoidAsync(source.PooledTask)));
        NoneSoon("the attribute form", static source => PassValueTaskAsync(AttributeAsync(AttributeAsync(source.Task))));
        NoneSoon("Then", static source => source.PooledTask.Then(static value => new PooledValueTask<int>(value)));
        NoneSoon("WhenAll", static source => BothAsync(source.PooledTask));
        NoneSoon("WaitAsync", static source => source.PooledTask.WaitAsync(TimeSpan.FromHours(1)));

        static async PooledValueTask<int> PassAsync(PooledValueTask<int> task) => await task;
        static async PooledValueTask<int> ConfiguredAsync(PooledValueTask<int> task) => await task.ConfigureAwait(false);
        static async PooledValueTask<int> PassValueTaskAsync(ValueTask<int> task) => await task;
        static async PooledValueTask VoidAsync(PooledValueTask<int> task) => await task;

        static async PooledValueTask<int> AfterAsync(PooledValueTask task)
        {
            await task;
            return 1;
        }

        [AsyncMethodBuilder(typeof(PooledAsyncValueTaskMethodBuilder<>))]
        static async ValueTask<int> AttributeAsync(ValueTask<int> task) => await task;

        static async PooledValueTask<int> BothAsync(PooledValueTask<int> task)
        {
            var other = PooledValueTaskSource<int>.Create();
            PooledValueTask<(int, int)> both = PooledValueTask.WhenAll(task, other.PooledTask);
            other.SetResult(0);
            (int left, int right) = await both;
            return left + right;
        }
    }

    private static async PooledValueTask YieldingAsync()
    {
        long before;
        int attempt = 0;
        do
        {
            Require(attempt++ < 10);
            before = GC.GetAllocatedBytesForCurrentThread();
            for (int i = 0; i < 100; i++)
            {
                await Task.Yield();
                await Task.Yield().ConfigureAwait(false);
            }
        }
        while (GC.GetAllocatedBytesForCurrentThread() != before);
    }

    private static async PooledValueTask AsynchronousAsync()
    {
        long before;
        int attempt = 0;
        do
        {
            Require(attempt++ < 10);
            before = GC.GetAllocatedBytesForCurrentThread();
            for (int i = 0; i < 100; i++)
            {
                var source = PooledValueTaskSource<int>.Create(TaskCreationOptions.RunContinuationsAsynchronously);
                SetSoonAsync(source, i).Forget();
                Equal(i, await source.PooledTask);
            }
        }
        while (GC.GetAllocatedBytesForCurrentThread() != before);

        static async PooledValueTask SetSoonAsync(PooledValueTaskSource<int> source, int value)
        {
            await Task.Yield();
            source.SetResult(value);
        }
    }

    private static async Task WorkItemContexts()
    {
        await ChangeAsync();
        TaskCompletionSource<(int, SynchronizationContext?)> seen = new();
        ThreadPool.UnsafeQueueUserWorkItem(_ => seen.SetResult((s_local.Value, SynchronizationContext.Current)), null);
        Equal((0, null), await seen.Task);

        static async PooledValueTask ChangeAsync()
        {
            await Task.Yield();
            s_local.Value = 1;
            SynchronizationContext.SetSynchronizationContext(new SynchronizationContext());
        }
    }

    private static async Task Blocking()
    {
        var source = PooledValueTaskSource<int>.Create();
        PooledValueTask<int> task = source.PooledTask;
        bool refused = false;
        try
        {
            task.GetAwaiter().GetResult();
        }
        catch (PlatformNotSupportedException)
        {
            refused = true;
        }

        Require(refused);
        source.SetResult(1);
        Equal(1, await task);
    }

    /// <summary>Fails if something still allocates after few calls, where much of it is not optimized yet.</summary>
    /// <param name="name">What it is.</param>
    /// <param name="start">Starts it, with a source that is not complete yet.</param>
    /// <exception cref="InvalidOperationException">It does.</exception>
    private static void NoneSoon(string name, Func<PooledValueTaskSource<int>, PooledValueTask<int>> start)
    {
        long bytes = 0;
        for (int attempt = 0; attempt < 5; attempt++)
        {
            long before = GC.GetAllocatedBytesForCurrentThread();
            for (int i = 0; i < 100; i++)
            {
                var source = PooledValueTaskSource<int>.Create();
                PooledValueTask<int> task = start(source);
                source.SetResult(1);
                Equal(1, task.GetAwaiter().GetResult());
            }

            bytes = GC.GetAllocatedBytesForCurrentThread() - before;
            if (bytes == 0)
            {
                return;
            }
        }

        throw new InvalidOperationException(name + ": " + bytes + " B");
    }
}
