using System.Collections.Generic;
using System.Globalization;
using System.Linq;
using AsyncBenchmarks.Results;

namespace AsyncBenchmarks.Reports;

/// <summary>What must be known about a run before its numbers mean anything.</summary>
internal static class RunHeader
{
    public static IReadOnlyList<string> Lines(RunResults results)
    {
        MachineInfo machine = results.Machine;
        List<string> lines = [];
        if (results.Kind == RunKind.Quick)
        {
            lines.Add("quick: not for quoting");
        }

        if (!results.Complete)
        {
            lines.Add("incomplete: the run was stopped before its last case");
        }

        double gigabytes = machine.MemoryBytes / 1073741824.0;
        lines.Add($"Machine: {machine.Processor}, {machine.LogicalCores} logical cores, {Format.Number(gigabytes, 0)} GB, {machine.Architecture}");
        lines.Add("System: " + machine.OperatingSystem);
        lines.Add("Runtime: " + string.Join("; ", results.Runtimes.Select(runtime => runtime.Description ?? runtime.Name)));
        lines.Add("Packages: " + string.Join(", ", results.Libraries
            .Where(library => library.Version is not null)
            .Select(library => library.Name + " " + library.Version)));
        lines.Add("Commit: " + (results.Commit ?? "not in a repository"));
        lines.Add("Date: " + results.Started.UtcDateTime.ToString("yyyy-MM-dd HH:mm 'UTC'", CultureInfo.InvariantCulture));
        lines.Add("Again with: " + results.Command);
        return lines;
    }
}
