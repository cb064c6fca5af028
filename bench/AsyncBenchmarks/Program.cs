using AsyncBenchmarks.Commands;

namespace AsyncBenchmarks;

/// <summary>The suite's command.</summary>
internal static class Program
{
    private static Task<int> Main(string[] args) => Cli.RunAsync(Cli.Create(), args);
}
