using System;
using Xunit;

namespace AsyncBenchmarks.Page.Tests;

/// <summary>A test that draws, skipped where ECharts can't be had; in CI it has to be.</summary>
[AttributeUsage(AttributeTargets.Method)]
internal sealed class ChartFactAttribute : FactAttribute
{
    public ChartFactAttribute()
    {
        if (!Npm.IsInstalled && Environment.GetEnvironmentVariable("CI") != "true")
        {
            Skip = "Needs ECharts, which npm restores: install Node.js.";
        }
    }
}
