using System.Runtime.ExceptionServices;

namespace AsyncBenchmarks.Tests;

/// <summary>Runs a body on a thread of its own, without the test runner's contexts, and makes a hang a failure.</summary>
internal static class Watchdog
{
    private static readonly TimeSpan s_patience = TimeSpan.FromMinutes(3);

    internal static void Run(string what, Action body)
    {
        ExceptionDispatchInfo? failure = null;
        Thread thread = new(() =>
        {
            try
            {
                body();
            }
            catch (Exception exception)
            {
                failure = ExceptionDispatchInfo.Capture(exception);
            }
        })
        {
            IsBackground = true,
            Name = what,
        };
        thread.UnsafeStart();
        Assert.True(thread.Join(s_patience), $"{what} hangs; its thread is {thread.ThreadState}.");
        failure?.Throw();
    }
}
