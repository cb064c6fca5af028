using System;
using System.Threading;

namespace PooledAwait.Tests.SmallHeap;

/// <summary>
/// A SynchronizationContext that runs what is posted, and then throws: in a process of its own, because that ends the process.
/// </summary>
internal static class Posts
{
    private static int s_continued;
    private static bool s_callerReturned;

    /// <summary>Posts one continuation. The process ends from another thread, as the unhandled exception arrives.</summary>
    /// <param name="kind">What is posted: <c>await</c>, <c>yield</c> or <c>callback</c>.</param>
    internal static int Run(string kind)
    {
        AppDomain.CurrentDomain.UnhandledException += static (_, e) =>
        {
            SpinWait.SpinUntil(static () => Volatile.Read(ref s_callerReturned), TimeSpan.FromSeconds(20));
            Console.WriteLine($"unhandled {e.ExceptionObject.GetType().Name}, continued {s_continued}, caller returned {s_callerReturned}");
            Environment.Exit(0);
        };
        SynchronizationContext.SetSynchronizationContext(new Hostile());
        PooledValueTaskSource source = PooledValueTaskSource.Create();
        switch (kind)
        {
            case "await":
                _ = AwaitAsync(source.PooledTask);
                break;
            case "yield":
                _ = YieldAsync();
                break;
            default:
                source.PooledTask.GetAwaiter().UnsafeOnCompleted(static () => s_continued++);
                break;
        }

        source.SetResult();
        Volatile.Write(ref s_callerReturned, true);
        Thread.Sleep(TimeSpan.FromSeconds(60));
        return 1;
    }

    private static async PooledValueTask AwaitAsync(PooledValueTask task)
    {
        await task;
        s_continued++;
    }

    private static async PooledValueTask YieldAsync()
    {
        await System.Threading.Tasks.Task.Yield();
        s_continued++;
    }

    private sealed class Hostile : SynchronizationContext
    {
        public override void Post(SendOrPostCallback d, object? state)
        {
            d(state);
            throw new FormatException();
        }
    }
}
