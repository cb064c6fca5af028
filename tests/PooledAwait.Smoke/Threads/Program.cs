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
            try
            {
                OwnThread.Run(() => check.RunAsync().GetAwaiter().GetResult());
                passed++;
            }
            catch (Exception error)
            {
                failed++;
                Console.WriteLine(check.Name + ": " + error);
            }
        }

        Console.WriteLine(passed + " passed, " + failed + " failed");
        return failed == 0 ? 0 : 1;
    }
}
