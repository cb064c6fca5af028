namespace AsyncBenchmarks.Runner;

/// <summary>Made to be started by the suite's commands.</summary>
internal static class Program
{
    private static int Main(string[] args) => new CommandLoop().Run(args);
}
