using System.Runtime.InteropServices;
using AsyncBenchmarks.Results;
using Microsoft.Win32;

namespace AsyncBenchmarks;

/// <summary>Describes the machine we run on.</summary>
internal static class Machine
{
    public static MachineInfo Describe() => new(
        Processor() ?? "unknown processor",
        Environment.ProcessorCount,
        GC.GetGCMemoryInfo().TotalAvailableMemoryBytes,
        RuntimeInformation.OSDescription,
        RuntimeInformation.ProcessArchitecture.ToString().ToLowerInvariant());

    private static string? Processor()
    {
        if (OperatingSystem.IsWindows())
        {
            using RegistryKey? key = Registry.LocalMachine.OpenSubKey(@"HARDWARE\DESCRIPTION\System\CentralProcessor\0");
            return key?.GetValue("ProcessorNameString") as string;
        }

        // Arm's list has no names; a Mac has no list.
        return ProcessorList("model name") ?? ProcessorList("Model");
    }

    private static string? ProcessorList(string key)
    {
        const string List = "/proc/cpuinfo";
        return File.Exists(List)
            ? File.ReadLines(List)
                .Select(line => line.Split(':', 2, StringSplitOptions.TrimEntries))
                .FirstOrDefault(pair => pair.Length == 2 && pair[0] == key)?[1]
            : null;
    }
}
