using System;
using System.CommandLine;
using AsyncBenchmarks.Runner;

namespace AsyncBenchmarks.Commands;

/// <summary>
/// What a run asks this program for in another process: what its own runtime can do of the catalog, as the runner tells for the
/// others. Not here, because making work loads libraries and sets what they have for the whole process.
/// </summary>
internal static class CatalogCommand
{
    public static Command Create()
    {
        Command command = new(RunnerProtocol.Catalog, "Write what this runtime can do of each case, for the suite itself.") { Hidden = true };
        command.SetAction(_ => CatalogLine.WriteAll(Console.Out));
        return command;
    }
}
