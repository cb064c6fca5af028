using System;
using AsyncBenchmarks.Runtimes;
using PooledAwait.Tests;
using Xunit;

namespace AsyncBenchmarks.Host.Tests.Measuring;

/// <summary>A test that needs a runtime; skipped, with what to install, where it is missing.</summary>
[AttributeUsage(AttributeTargets.Method)]
internal sealed class RuntimeFactAttribute : BuildFactAttribute
{
    public RuntimeFactAttribute(string runtime)
    {
        Skip ??= KnownRuntimes.Find(runtime)!.Missing;
    }
}
