using AsyncBenchmarks.Results;

namespace AsyncBenchmarks.Conditions;

/// <summary>Watches the machine while one case runs: begun before its first process, ended after its last one has ended.</summary>
internal sealed class CaseWatch
{
    private readonly ProcessorUse? _before;
    private readonly double? _megahertz;
    private readonly double _spin;

    private CaseWatch()
    {
        _megahertz = MachineWatch.Megahertz();
        _spin = SpinLoop.Measure();
        Started = DateTimeOffset.UtcNow;
        _before = ProcessorUse.Read();
    }

    public static CaseWatch Begin() => new();

    /// <summary>When it began.</summary>
    public DateTimeOffset Started { get; }

    public CaseConditions End() => new(ProcessorUse.Others(_before, ProcessorUse.Read()), _megahertz, _spin);
}
