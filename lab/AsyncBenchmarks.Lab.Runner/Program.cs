#if NET
using AsyncBenchmarks.Lab.LowerBounds;
#endif

namespace AsyncBenchmarks.Lab.Runner;

/// <summary>The suite's runner with the lab's rows; made to be started by the lab's commands.</summary>
internal static class Program
{
    private static int Main(string[] args)
    {
#if NET
        HandWrittenRow.AddToCatalog();
#endif
        return new SteppedCommandLoop().Run(args);
    }
}
