using AsyncBenchmarks.Processes;
using AsyncBenchmarks.Runner;
using AsyncBenchmarks.Runtimes;

namespace AsyncBenchmarks.Measuring;

/// <summary>The part of the catalog that a runtime supports: a library, or a part of the framework, may be missing there.</summary>
internal static class RuntimeCatalog
{
    /// <summary>Asks the runner that was built for the runtime.</summary>
    /// <exception cref="InvalidDataException">It could not tell; the message says what it said instead.</exception>
    public static async Task<IReadOnlyDictionary<string, CatalogLine>> AskAsync(
        Runtime runtime, ProgramCommand program, CancellationToken cancellationToken)
    {
        ProgramCommand command = program with { Arguments = [.. program.Arguments, RunnerProtocol.Catalog] };

        // Some work can't even be made without what its own process will have.
        Dictionary<string, string> environment = Catalog.Cases
            .SelectMany(each => each.Environment)
            .GroupBy(variable => variable.Key)
            .ToDictionary(values => values.Key, values => values.First().Value);
        await using ChildProcess process = ChildProcess.Start(command.ToCaseStartInfo(environment));
        Dictionary<string, CatalogLine> lines = [];
        while (await process.ReadLineAsync(cancellationToken) is { } line)
        {
            if (CatalogLine.Parse(line) is { } said)
            {
                lines[said.CaseId] = said;
            }
        }

        if (await process.WaitForExitAsync(cancellationToken) != 0 || lines.Count == 0)
        {
            await ChildProcesses.RuleOutInterruptionAsync(cancellationToken);
            throw new InvalidDataException($"The suite's runner does not run on {runtime.Name}: {CauseOfDeath.Find(process.LastWords)}");
        }

        return lines;
    }
}
