namespace PooledAwait.Smoke;

/// <summary>Runs every check, and says how many held; those of tracking, where the environment turns it on.</summary>
internal static class Program
{
    /// <param name="arguments">"delegates" where a test has seen to it that boxes are not recognized.</param>
    private static int Main(string[] arguments)
    {
        Recognition.IsExpected &= arguments.Length == 0 || arguments[0] != "delegates";
        Console.WriteLine(Recognition.Report);
        IEnumerable<Check> checks = Pool.Tracking == TrackingLevel.Off ? [.. Checks.All, .. ThreadChecks.All] : TrackingChecks.All;
        return Check.RunAllAsync(checks, static check =>
        {
            OwnThread.Run(() => check.RunAsync().GetAwaiter().GetResult());
            return Task.CompletedTask;
        }).GetAwaiter().GetResult();
    }
}
