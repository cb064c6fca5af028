using System;
using System.Globalization;
using System.Runtime.ExceptionServices;
using System.Text;
using System.Threading;
using System.Threading.Tasks;

namespace PooledAwait.Tests;

/// <summary>
/// Runs a test's body on a thread of its own, without the runner's SynchronizationContext and ExecutionContext, and makes a
/// hang a failure that says what was pending.
/// </summary>
internal static class Watchdog
{
    /// <summary>The stack that deep chains are completed on.</summary>
    internal const int SmallStack = 1024 * 1024;

    /// <summary>How many seconds a body may take, for those who know that it will hang, or that the machine is busy.</summary>
    internal const string PatienceVariable = "POOLEDAWAIT_PATIENCE";

    private static readonly TimeSpan s_patience = TimeSpan.FromSeconds(
        int.TryParse(Environment.GetEnvironmentVariable(PatienceVariable), CultureInfo.InvariantCulture, out int seconds) ? seconds : 300);

    /// <summary>Runs a body.</summary>
    /// <param name="body">The body.</param>
    /// <param name="pending">What the body was waiting for, for the dump.</param>
    /// <param name="stackSize">The thread's stack; 0 for the default.</param>
    internal static void Run(Action body, Func<string>? pending = null, int stackSize = 0)
    {
        ExceptionDispatchInfo? failure = null;
        Thread thread = new(
            () =>
            {
                try
                {
                    body();
                }
                catch (Exception exception)
                {
                    failure = ExceptionDispatchInfo.Capture(exception);
                }
            },
            stackSize)
        {
            IsBackground = true,
            Name = "Test body",
        };
        thread.UnsafeStart();
        if (!thread.Join(s_patience))
        {
            Assert.Fail(Dump(thread, pending));
        }

        failure?.Throw();
    }

    /// <summary>Runs an asynchronous body, on a thread without contexts, to its end.</summary>
    /// <param name="body">The body.</param>
    /// <param name="pending">What the body was waiting for, for the dump.</param>
    internal static void Run(Func<Task> body, Func<string>? pending = null) =>
        Run(() => body().GetAwaiter().GetResult(), pending);

    /// <summary>Waits for a condition that another thread brings about.</summary>
    /// <param name="condition">The condition.</param>
    /// <param name="what">What it means, for the failure.</param>
    internal static void WaitFor(Func<bool> condition, string what) =>
        Assert.True(SpinWait.SpinUntil(condition, s_patience), "Still waiting for: " + what);

    private static string Dump(Thread thread, Func<string>? pending)
    {
        StringBuilder dump = new();
        dump.AppendLine(CultureInfo.InvariantCulture, $"Hanging after {s_patience.TotalSeconds} s; the body's thread: {thread.ThreadState}.");
        dump.AppendLine(CultureInfo.InvariantCulture, $"Thread pool: {ThreadPool.ThreadCount} threads, {ThreadPool.PendingWorkItemCount} items waiting.");
        if (pending is not null)
        {
            dump.AppendLine(pending());
        }

        foreach (Depot depot in PoolRegistry.Snapshot())
        {
            PoolStatistics s = depot.GetStatistics();
            long inUse = s.Rented - s.Returned;
            if (inUse != 0)
            {
                dump.AppendLine(CultureInfo.InvariantCulture, $"{s.Type}: {inUse} rented and not returned (up to the threads' last exchange)");
            }
        }

        return dump.ToString();
    }
}
