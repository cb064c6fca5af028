using System;
using System.IO;
using System.Linq;

namespace AsyncBenchmarks.Page.Tests;

/// <summary>npm, which restores ECharts.</summary>
internal static class Npm
{
    /// <summary>Whether it can be started.</summary>
    public static bool IsInstalled { get; } = (Environment.GetEnvironmentVariable("PATH") ?? "")
        .Split(Path.PathSeparator)
        .Any(folder => File.Exists(Path.Combine(folder, "npm")) || File.Exists(Path.Combine(folder, "npm.cmd")));
}
