namespace PooledAwait.Tests.Context;

/// <summary>
/// A SynchronizationContext or a TaskScheduler that runs what it gets, and then throws: in a process of its own, because that ends
/// the process.
/// </summary>
internal static class Posts
{
    private static int s_continued;
    private static bool s_callerReturned;

    /// <summary>Posts one continuation. The process ends from another thread, as the unhandled exception arrives.</summary>
    /// <param name="kind">What is posted: <c>await</c>, <c>yield</c> or <c>callback</c>.</param>
    /// <param name="place">Where: to a <c>context</c> or a <c>scheduler</c>; or, with <c>callback</c>, to a <c>task</c> that has two of
    /// which the first throws.</param>
    /// <param name="builder">Whose it is: <c>ours</c> or the <c>framework</c>'s.</param>
    internal static int Run(string kind, string place, string builder)
    {
        AppDomain.CurrentDomain.UnhandledException += static (_, e) =>
        {
            SpinWait.SpinUntil(static () => Volatile.Read(ref s_callerReturned), TimeSpan.FromSeconds(20));
            Console.WriteLine($"unhandled {e.ExceptionObject.GetType().Name}, continued {s_continued}, caller returned {s_callerReturned}");
            Environment.Exit(0);
        };
        // Completed from outside: there, the framework's awaits post, too.
        PooledValueTaskSource source = PooledValueTaskSource.Create();
        TaskCompletionSource framework = new();
        if (place == "task")
        {
            Action refuse = static () => throw new FormatException();
            if (builder == "ours")
            {
                new PooledValueTask(framework.Task).GetAwaiter().UnsafeOnCompleted(refuse);
            }
            else
            {
                framework.Task.GetAwaiter().UnsafeOnCompleted(refuse);
            }

            framework.Task.GetAwaiter().UnsafeOnCompleted(static () => s_continued++);
        }
        else if (place == "context")
        {
            SynchronizationContext.SetSynchronizationContext(new HostileContext());
            Begin(kind, builder == "ours", source.PooledTask, framework.Task);
            SynchronizationContext.SetSynchronizationContext(null);
        }
        else
        {
            new Task(() => Begin(kind, builder == "ours", source.PooledTask, framework.Task)).RunSynchronously(new HostileScheduler());
        }

        source.SetResult();
        framework.SetResult();
        Volatile.Write(ref s_callerReturned, true);
        Thread.Sleep(TimeSpan.FromSeconds(60));
        return 1;
    }

    private static void Begin(string kind, bool isOurs, PooledValueTask task, Task frameworkTask)
    {
        Action begin = (kind, isOurs) switch
        {
            ("await", true) => () => _ = AwaitAsync(task),
            ("await", false) => () => _ = FrameworkAwaitAsync(frameworkTask),
            ("yield", true) => static () => _ = YieldAsync(),
            ("yield", false) => static () => _ = FrameworkYieldAsync(),
            (_, true) => () => task.GetAwaiter().UnsafeOnCompleted(static () => s_continued++),
            _ => () => frameworkTask.GetAwaiter().UnsafeOnCompleted(static () => s_continued++),
        };
        begin();
    }

    // Named, so that the project property doesn't pool what the library is compared with.
    [AsyncMethodBuilder(typeof(AsyncTaskMethodBuilder))]
    private static async Task FrameworkAwaitAsync(Task task)
    {
        await task;
        s_continued++;
    }

    [AsyncMethodBuilder(typeof(AsyncTaskMethodBuilder))]
    private static async Task FrameworkYieldAsync()
    {
        await Task.Yield();
        s_continued++;
    }

    private static async PooledValueTask AwaitAsync(PooledValueTask task)
    {
        await task;
        s_continued++;
    }

    private static async PooledValueTask YieldAsync()
    {
        await Task.Yield();
        s_continued++;
    }

    private sealed class HostileContext : SynchronizationContext
    {
        public override void Post(SendOrPostCallback d, object? state)
        {
            d(state);
            throw new FormatException();
        }
    }

    private sealed class HostileScheduler : TaskScheduler
    {
        protected override void QueueTask(Task task)
        {
            TryExecuteTask(task);
            throw new FormatException();
        }

        protected override bool TryExecuteTaskInline(Task task, bool taskWasPreviouslyQueued) => TryExecuteTask(task);

        protected override IEnumerable<Task> GetScheduledTasks() => [];
    }
}
