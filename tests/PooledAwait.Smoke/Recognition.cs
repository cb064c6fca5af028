using System.Reflection;
using System.Runtime.InteropServices;
using System.Runtime.Versioning;

namespace PooledAwait.Smoke;

/// <summary>Whether the framework takes the boxes of suspended methods as its own, or gets delegates.</summary>
internal static class Recognition
{
    /// <summary>Whether it must: on .NET, but not on Mono, and not with the library for netstandard2.0.</summary>
    internal static bool IsExpected { get; set; } = Environment.Version.Major >= 5
        && RuntimeInformation.ProcessArchitecture.ToString() != "Wasm"
        && !typeof(Pool).Assembly.GetCustomAttribute<TargetFrameworkAttribute>()!.FrameworkName
            .StartsWith(".NETStandard", StringComparison.Ordinal);

    internal static string Report => WhyNot is null ? "Boxes are recognized." : "Boxes are not recognized: " + WhyNot + ".";

    /// <summary>Null if it does.</summary>
    private static string? WhyNot { get; } = (string?)Type.GetType("PooledAwait.FrameworkBoxes, PooledAwait.Net", throwOnError: true)!
        .GetField("WhyNot", BindingFlags.NonPublic | BindingFlags.Static)!
        .GetValue(null);

    /// <exception cref="InvalidOperationException">It does where it must not, or does not where it must.</exception>
    internal static void Check()
    {
        if (WhyNot is null != IsExpected)
        {
            throw new InvalidOperationException(Report);
        }
    }
}
