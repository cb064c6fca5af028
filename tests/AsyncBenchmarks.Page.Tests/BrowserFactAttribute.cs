using System;
using Xunit;

namespace AsyncBenchmarks.Page.Tests;

/// <summary>A test in a browser, skipped where there is none; in CI it has to be there.</summary>
[AttributeUsage(AttributeTargets.Method)]
internal sealed class BrowserFactAttribute : FactAttribute
{
    public BrowserFactAttribute()
    {
        if (Chromium.Path is null && Environment.GetEnvironmentVariable("CI") != "true")
        {
            Skip = "Needs Chromium: the system's package chromium, or what CHROMIUM names.";
        }
    }
}
