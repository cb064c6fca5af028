namespace AsyncBenchmarks.Harness;

/// <summary>
/// The same for workloads that must be prepared before every run. BenchmarkDotNet prepares once per iteration and then
/// runs once per iteration.
/// </summary>
public class PreparedCaseBenchmark : CaseBenchmark
{
    /// <summary>Before every run; not measured.</summary>
    public void Prepare() => Workload.Prepare();
}
