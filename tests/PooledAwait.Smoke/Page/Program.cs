using System.Runtime.InteropServices;

namespace PooledAwait.Smoke;

/// <summary>Runs every check that one thread can run, and says how many held.</summary>
internal static class Program
{
    private static async Task<int> Main()
    {
        Console.WriteLine(RuntimeInformation.FrameworkDescription + " in " + RuntimeInformation.RuntimeIdentifier);
        Console.WriteLine(Recognition.Report);
        return await Check.RunAllAsync([.. Checks.All, .. PageChecks.All], static async check => await check.RunAsync());
    }
}
