using Microsoft.Win32;

namespace AsyncBenchmarks.Runtimes;

/// <summary>All runtimes that the suite can measure on, whether this machine has them or not.</summary>
internal static class KnownRuntimes
{
    private const string OfDotNetFramework = "net472";

    /// <summary>
    /// The runtime without a <c>--runtime</c> option: .NET 10 with its JIT, which the SDK of this repository brings along, and this
    /// process runs on.
    /// </summary>
    public static Runtime Default { get; } = new("net10.0", ".NET 10")
    {
        IsCoreClr = true, ProgramExtension = ".dll", Launcher = DotNet.Executable,
    };

    /// <summary>Mono, running what is built for .NET Framework.</summary>
    public static Runtime Mono { get; } = new("mono", "Mono")
    {
        TargetFramework = OfDotNetFramework,
        Launcher = "mono",
        Missing = Executables.IsThere("mono") ? null : "Mono is not installed: apt install mono-runtime, or brew install mono.",
        Notes =
        [
            "Allocated counts only what the measuring thread allocates; Survived is approximate, "
            + "because the collector scans stacks conservatively.",
        ],
    };

    public static IReadOnlyList<Runtime> All { get; } =
    [
        Default,
        SelfContained("net11.0", ".NET 11", "-p:Net11=true"),
        SelfContained("net9.0", ".NET 9"),
        SelfContained("net8.0", ".NET 8"),
        new NativeAot(),
        Mono,
        new("net48", ".NET Framework 4.8") { TargetFramework = OfDotNetFramework, Missing = MissingDotNetFramework() },
    ];

    private static Runtime SelfContained(string framework, string name, params string[] options) => new(framework, name)
    {
        IsCoreClr = true,
        IsSelfContained = true,
        BuildOptions = ["-r", Platform.RuntimeIdentifier, "-p:SelfContained=true", .. options],
        ProgramExtension = Platform.ExecutableExtension,
    };

    private static string? MissingDotNetFramework()
    {
        if (!OperatingSystem.IsWindows())
        {
            return ".NET Framework 4.8 is part of Windows only.";
        }

        // As the documentation of .NET Framework lists them: 4.8 on any Windows has this number or a higher one.
        using RegistryKey? key = Registry.LocalMachine.OpenSubKey(@"SOFTWARE\Microsoft\NET Framework Setup\NDP\v4\Full");
        return key?.GetValue("Release") is int and >= 528040
            ? null : ".NET Framework 4.8 is not installed: winget install Microsoft.DotNet.Framework.Runtime.";
    }
}
