using AsyncBenchmarks.Processes;
using Microsoft.Win32;

namespace AsyncBenchmarks.Runtimes;

/// <summary>.NET Framework 4.8, which is part of Windows.</summary>
internal sealed class NetFramework48 : Runtime
{
    // As the documentation of .NET Framework lists them: 4.8 on any Windows has this number or a higher one.
    private const int Release = 528040;
    private const string Key = @"SOFTWARE\Microsoft\NET Framework Setup\NDP\v4\Full";

    public override string Id => "net48";

    public override string Name => ".NET Framework 4.8";

    public override string TargetFramework => "net472";

    public override string? Missing =>
        !OperatingSystem.IsWindows() ? ".NET Framework 4.8 is part of Windows only."
        : !IsInstalled() ? ".NET Framework 4.8 is not installed: winget install Microsoft.DotNet.Framework.Runtime."
        : null;

    public override string ProgramExtension => ".exe";

    public override ProgramCommand CommandFor(string program) => new(program);

    private static bool IsInstalled()
    {
        if (!OperatingSystem.IsWindows())
        {
            return false;
        }

        using RegistryKey? key = Registry.LocalMachine.OpenSubKey(Key);
        return key?.GetValue("Release") is int release && release >= Release;
    }
}
