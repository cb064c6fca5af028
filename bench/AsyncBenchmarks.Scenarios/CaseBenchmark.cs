namespace AsyncBenchmarks;

/// <summary>What BenchmarkDotNet's programs run: a case, by one virtual call.</summary>
public class CaseBenchmark
{
    private Workload? _workload;

    /// <summary>The case, set by BenchmarkDotNet.</summary>
    public string Id { get; set; } = "";

    /// <summary>Makes the work.</summary>
    public void Setup()
    {
        _workload = Catalog.Find(Id)!.Availability.Create!();
        _workload.Setup();
    }

    /// <summary>Before every run of work that needs it; not measured.</summary>
    public void Prepare() => _workload!.Prepare();

    /// <summary>The measured part.</summary>
    public void Run() => _workload!.Run();

    /// <summary>Takes the work down.</summary>
    public void Cleanup() => _workload!.Cleanup();
}
