using System;
using System.IO;
using System.Text;

namespace AsyncBenchmarks.Runner;

/// <summary>
/// Runs one case, as told over standard input; or tells what this runtime can do of the catalog. Made to be started by the
/// suite's commands.
/// </summary>
internal static class Program
{
    private static int Main(string[] args)
    {
        UTF8Encoding encoding = new(encoderShouldEmitUTF8Identifier: false);
        using StreamReader commands = new(Console.OpenStandardInput(), encoding);
        using StreamWriter answers = new(Console.OpenStandardOutput(), encoding) { AutoFlush = true };

        // Whatever a library prints must not end up between the answers.
        Console.SetOut(Console.Error);
        return args.Length == 1 && args[0] == RunnerProtocol.Catalog ? WriteCatalog(answers) : new CommandLoop(commands, answers).Run();
    }

    private static int WriteCatalog(StreamWriter lines)
    {
        CatalogLine.WriteAll(lines);
        return 0;
    }
}
