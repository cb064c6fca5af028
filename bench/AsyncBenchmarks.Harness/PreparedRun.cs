using System;
using System.Globalization;
using AsyncBenchmarks.Runner;

namespace AsyncBenchmarks.Harness;

/// <summary>
/// Measures what one run of prepared work allocates. BenchmarkDotNet counts some thousand bytes of its own, which are nothing
/// in the millions of runs of other iterations, and all there is in an iteration of one run that allocates nothing.
/// </summary>
internal static class PreparedRun
{
    private const int Tries = 3;

    /// <summary>Bytes per operation, or the mark for none where the runtime can't tell. Call it on warm code.</summary>
    public static string Allocated(Workload workload)
    {
        long least = long.MaxValue;
        for (int i = 0; i < Tries; i++)
        {
            workload.Prepare();
            long before = AllocatedBytes.Read();
            workload.Run();
            long after = AllocatedBytes.Read();
            if (before < 0)
            {
                return CaseMark.None;
            }

            // Others in the process may allocate meanwhile; they never take anything back.
            least = Math.Min(least, after - before);
        }

        return ((double)least / workload.OperationsPerRun).ToString("R", CultureInfo.InvariantCulture);
    }
}
