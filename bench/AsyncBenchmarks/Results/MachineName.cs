using System;
using System.Globalization;

namespace AsyncBenchmarks.Results;

/// <summary>Tells machines apart by what they say of themselves.</summary>
public static class MachineName
{
    /// <summary>The machine's name where nobody gave it one.</summary>
    public static string Of(MachineInfo machine) => string.Create(
        CultureInfo.InvariantCulture,
        $"{machine.Processor}, {machine.LogicalCores} cores, {Math.Round(machine.MemoryBytes / 1073741824.0)} GB, {machine.OperatingSystem}, {machine.Architecture}");
}
