using AsyncBenchmarks.Lab.LowerBounds;

namespace AsyncBenchmarks.Lab.Runner;

/// <summary>The suite's runner with the lab's rows; made to be started by the lab's commands.</summary>
internal static class Program
{
    private static int Main(string[] args)
    {
        LowerBoundRows.AddToCatalog();
        return new SteppedCommandLoop().Run(args);
    }
}
