using System.Runtime.InteropServices;

namespace PooledAwait.Smoke;

/// <summary>Runs every check that one thread can run, and says how many held.</summary>
internal static class Program
{
    private static async Task<int> Main()
    {
        Console.WriteLine(RuntimeInformation.FrameworkDescription + " in " + RuntimeInformation.RuntimeIdentifier);
        Console.WriteLine(Recognition.Report);
        int passed = 0;
        int failed = 0;
        foreach (Check check in (IEnumerable<Check>)[.. Checks.All, .. PageChecks.All])
        {
            try
            {
                await RunAsync(check);
                passed++;
                Console.WriteLine("passed: " + check.Name);
            }
            catch (Exception exception)
            {
                failed++;
                Console.WriteLine("FAILED: " + check.Name + ": " + exception);
            }
        }

        Console.WriteLine(passed + " passed, " + failed + " failed");
        return failed == 0 ? 0 : 1;
    }

    /// <summary>A method of its own, so that a check's contexts end with it.</summary>
    private static async Task RunAsync(Check check) => await check.RunAsync();
}
