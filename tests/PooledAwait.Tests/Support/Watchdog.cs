using System.Runtime.ExceptionServices;

namespace PooledAwait.Tests;

/// <summary>
/// Runs a test's body on a thread of its own, without the runner's SynchronizationContext and ExecutionContext, and makes a
/// hang a failure that says what was pending.
/// </summary>
internal static class Watchdog
{
    /// <summary>The stack that deep chains are completed on.</summary>
    internal const int SmallStack = 1024 * 1024;

    /// <summary>As little as some runtimes give their threads.</summary>
    internal const int TinyStack = 256 * 1024;

    /// <summary>How many seconds a body may take, for those who know that it will hang, or that the machine is busy.</summary>
    internal const string PatienceVariable = "POOLEDAWAIT_PATIENCE";

    internal static TimeSpan Patience { get; } = TimeSpan.FromSeconds(
        int.TryParse(Environment.GetEnvironmentVariable(PatienceVariable), CultureInfo.InvariantCulture, out int seconds) ? seconds : 300);

    /// <summary>Runs a body.</summary>
    /// <param name="pending">What the body was waiting for, for the dump.</param>
    /// <param name="stackSize">The thread's stack; 0 for the default.</param>
    /// <param name="patience">How long the body may take, where that is not the usual.</param>
    internal static void Run(Action body, Func<string>? pending = null, int stackSize = 0, TimeSpan? patience = null)
    {
        TimeSpan limit = patience ?? Patience;
        Dictionary<Type, long> before = InUse();
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
        if (!thread.Join(limit))
        {
            Assert.Fail(Dump(thread, limit, pending, before));
        }

        failure?.Throw();
    }

    /// <summary>Runs a body on a stack of a size.</summary>
    internal static void Run(int stackSize, Action body) => Run(body, stackSize: stackSize);

    /// <summary>Runs a body.</summary>
    /// <param name="what">What it is, for the dump.</param>
    internal static void Run(string what, Action body) => Run(body, () => what);

    /// <summary>Runs an asynchronous body, on a thread without contexts, to its end.</summary>
    /// <param name="pending">What the body was waiting for, for the dump.</param>
    internal static void Run(Func<Task> body, Func<string>? pending = null) =>
        Run(() => body().GetAwaiter().GetResult(), pending);

    /// <summary>Waits for a condition that another thread brings about.</summary>
    /// <param name="what">What it means, for the failure.</param>
    internal static void WaitFor(Func<bool> condition, string what) =>
        Assert.True(SpinWait.SpinUntil(condition, Patience), "Still waiting for: " + what);

    private static string Dump(Thread thread, TimeSpan limit, Func<string>? pending, Dictionary<Type, long> before)
    {
        StringBuilder dump = new();
        dump.AppendLine(CultureInfo.InvariantCulture, $"Hanging after {limit.TotalSeconds} s; the body's thread: {thread.ThreadState}.");
        dump.AppendLine(CultureInfo.InvariantCulture,
            $"Thread pool: {ThreadPool.ThreadCount} threads, {ThreadPool.PendingWorkItemCount} items waiting.");
        if (pending is not null)
        {
            try
            {
                dump.AppendLine(pending());
            }
            catch (Exception exception)
            {
                // It looks at what other threads are writing.
                dump.AppendLine("What was pending can't be told: " + exception);
            }
        }

        foreach ((Type type, long inUse) in InUse())
        {
            long since = inUse - before.GetValueOrDefault(type);
            if (since != 0)
            {
                dump.AppendLine(CultureInfo.InvariantCulture,
                    $"{type}: {since} rented and not returned since the body began (up to the threads' last exchange)");
            }
        }

        return dump.ToString();
    }

    /// <summary>How many objects of each pool somebody has.</summary>
    private static Dictionary<Type, long> InUse()
    {
        Dictionary<Type, long> inUse = [];
        foreach (PoolStatistics statistics in Pool.GetStatistics())
        {
            inUse[statistics.Type] = inUse.GetValueOrDefault(statistics.Type) + statistics.Rented - statistics.Returned;
        }

        return inUse;
    }
}
