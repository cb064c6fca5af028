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
        LowerBoundRows.AddToCatalog();

        // Read before a row without flow takes it from this process: only processes of their own go without.
        Assert.True(HandWrittenFlow.IsEnabled);
        CaseProcess.Runner = "AsyncBenchmarks.Lab.Runner.dll";

        // Elsewhere than in CI one scenario stands for all: the other bodies change only with the lab, and take minutes.
        bool areAll = Environment.GetEnvironmentVariable("BUILD_TESTS") == "1";
        CaseIds.Among = candidate =>
            candidate.Row.StartsWith("HandWritten", StringComparison.Ordinal) && (areAll || candidate.Scenario == "AsyncAwait");
    }
}
