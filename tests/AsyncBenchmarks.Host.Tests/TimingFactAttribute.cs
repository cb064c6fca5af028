namespace AsyncBenchmarks.Host.Tests;

/// <summary>
/// A test that means something only on a machine that does nothing else. Runs when the environment says so:
/// <c>TIMING_TESTS=1 dotnet test --filter Category=Timing</c>.
/// </summary>
[AttributeUsage(AttributeTargets.Method)]
internal sealed class TimingFactAttribute : FactAttribute
{
    public TimingFactAttribute()
    {
        if (Environment.GetEnvironmentVariable("TIMING_TESTS") != "1")
        {
            Skip = "Needs a quiet machine; set TIMING_TESTS=1.";
        }
    }
}

/// <summary>Tests of this collection build projects, and run one after another: two builds would write the same files.</summary>
internal static class Builds
{
    public const string Name = "Builds";
}
