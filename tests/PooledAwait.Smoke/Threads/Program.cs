using System;
using System.Collections.Generic;
using System.Threading;

namespace PooledAwait.Smoke;

/// <summary>Runs every check, and says how many held; those of tracking, where the environment turns it on.</summary>
internal static class Program
{
    /// <param name="arguments">"delegates" where a test has seen to it that boxes are not recognized.</param>
    private static int Main(string[] arguments)
    {
        Recognition.IsExpected &= arguments.Length == 0 || arguments[0] != "delegates";
        Console.WriteLine(Recognition.Report);
        int passed = 0;
        int failed = 0;
        IEnumerable<Check> checks = Pool.Tracking == TrackingLevel.Off ? [.. Checks.All, .. ThreadChecks.All] : TrackingChecks.All;
        foreach (Check check in checks)
        {
            Exception? error = Run(check);
            if (error is null)
            {
                passed++;
            }
            else
            {
                failed++;
                Console.WriteLine(check.Name + ": " + error);
            }
        }

        Console.WriteLine(passed + " passed, " + failed + " failed");
        return failed == 0 ? 0 : 1;
    }

    /// <summary>Runs a check on a thread with the stack that platforms give their own, and gives up when it hangs.</summary>
    private static Exception? Run(Check check)
    {
        Exception? error = null;
        Thread thread = new(
            () =>
            {
                try
                {
                    check.RunAsync().GetAwaiter().GetResult();
                }
                catch (Exception exception)
                {
                    error = exception;
                }
            },
            maxStackSize: 1 << 20)
        {
            IsBackground = true,
        };
        thread.Start();
        return thread.Join(TimeSpan.FromMinutes(5)) ? error : new TimeoutException("It hangs.");
    }
}
