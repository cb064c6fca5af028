using System;
using System.IO;
using System.Text;

namespace AsyncBenchmarks.Runner;

/// <summary>Runs one case in slices, as told over standard input. Made to be started by the suite's <c>race</c> command.</summary>
internal static class Program
{
    private static int Main()
    {
        UTF8Encoding encoding = new(encoderShouldEmitUTF8Identifier: false);
        using StreamReader commands = new(Console.OpenStandardInput(), encoding);
        using StreamWriter answers = new(Console.OpenStandardOutput(), encoding) { AutoFlush = true };

        // Whatever a library prints must not end up between the answers.
        Console.SetOut(Console.Error);
        return new CommandLoop(commands, answers).Run();
    }
}
