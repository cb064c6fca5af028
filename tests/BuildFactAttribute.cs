namespace PooledAwait.Tests;

/// <summary>
/// A test that builds programs, and takes from a quarter of a minute to some minutes. Runs in CI, and where the environment says so:
/// <c>BUILD_TESTS=1 dotnet test</c>.
/// </summary>
[AttributeUsage(AttributeTargets.Method)]
public class BuildFactAttribute : Xunit.FactAttribute
{
    public BuildFactAttribute()
    {
        if (Environment.GetEnvironmentVariable("BUILD_TESTS") != "1")
        {
            Skip = "Builds programs; set BUILD_TESTS=1.";
        }
    }
}
