using System;
using System.Runtime.CompilerServices;
using AsyncBenchmarks.Lab.LowerBounds;
using AsyncBenchmarks.Tests;
using Xunit;

namespace AsyncBenchmarks.Lab.Tests;

/// <summary>Makes the tests of bodies, which are the suite's, tests of the lower bounds.</summary>
internal static class LowerBounds
{
    [ModuleInitializer]
    internal static void Choose()
    {
        HandWrittenRow.AddToCatalog();

        // Read before a row without flow takes it from this process: only processes of their own go without.
        Assert.True(HandWrittenFlow.IsEnabled);
        CaseProcess.Runner = "AsyncBenchmarks.Lab.Runner.dll";
        CaseIds.Among = candidate => candidate.Row.StartsWith("HandWritten", StringComparison.Ordinal);
    }
}
