using System;
using System.IO;
using System.Linq;

namespace AsyncBenchmarks.Page.Tests;

/// <summary>The system's browser; these tests download none.</summary>
internal static class Chromium
{
    /// <summary>Where it is; null where it isn't installed.</summary>
    public static string? Path { get; } = Environment.GetEnvironmentVariable("CHROMIUM") is { Length: > 0 } chosen
        ? chosen
        : new[] { "/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome" }.FirstOrDefault(File.Exists);

    /// <summary>Without a window, alone, and without the errands that it runs by itself.</summary>
    public static string[] Arguments { get; } =
    [
        "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
        "--disable-background-networking", "--disable-component-update", "--disable-sync",
    ];
}
