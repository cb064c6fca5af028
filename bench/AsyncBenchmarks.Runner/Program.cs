namespace AsyncBenchmarks.Runner;

/// <summary>Started by the suite's commands.</summary>
internal static class Program
{
    private static int Main(string[] args) => new CommandLoop().Run(args);
}
