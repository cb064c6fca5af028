using System;
using Xunit;

namespace AsyncBenchmarks.Host.Tests;

/// <summary>
/// A test that builds what a run builds, and takes a minute or so. Runs in CI, and where the environment says so:
/// <c>BUILD_TESTS=1 dotnet test</c>.
/// </summary>
[AttributeUsage(AttributeTargets.Method)]
internal class BuildFactAttribute : FactAttribute
{
    public BuildFactAttribute()
    {
        if (Environment.GetEnvironmentVariable("BUILD_TESTS") != "1")
        {
            Skip = "Builds what a run builds; set BUILD_TESTS=1.";
        }
    }
}
