using System.Collections.Generic;
using System.Globalization;
using System.Linq;
using AsyncBenchmarks.Results;

namespace AsyncBenchmarks.Reports;

/// <summary>Where numbers come from, line by line.</summary>
internal static class OriginLines
{
    public static IReadOnlyList<string> Create(Origin origin, IEnumerable<RuntimeInfo> runtimes)
    {
        MachineInfo machine = origin.Machine;
        string gigabytes = Format.Number(machine.MemoryBytes / 1073741824.0, 0);
        string[] packages =
        [
            .. origin.Libraries
                .Where(library => library is { Package: not null, Version: not null })
                .Select(library => library.Package + " " + library.Version)
                .Distinct(),
        ];
        return
        [
            $"Machine: {machine.Processor}, {machine.LogicalCores} logical cores, {gigabytes} GB, {machine.Architecture}",
            "System: " + machine.OperatingSystem,
            "Runtime: " + string.Join("; ", runtimes.Select(runtime => runtime.Description ?? runtime.Name)),
            "Packages: " + (packages.Length > 0 ? string.Join(", ", packages) : "none"),
            "Commit: " + (origin.Commit ?? "not in a repository"),
            "Date: " + origin.Started.UtcDateTime.ToString("yyyy-MM-dd HH:mm 'UTC'", CultureInfo.InvariantCulture),
            "Again with: " + origin.Command,
        ];
    }
}
