using System;

namespace AsyncBenchmarks.Runner;

/// <summary>
/// A workload that is slower on purpose by a known share: it does some of its runs twice and counts them once.
/// Shows whether the race can tell such a difference.
/// </summary>
internal sealed class HandicappedWorkload : Workload
{
    private readonly Workload _inner;
    private readonly int _interval;
    private int _untilExtraRun;

    /// <param name="inner">The work.</param>
    /// <param name="percent">How much slower; 100 is twice the time.</param>
    public HandicappedWorkload(Workload inner, double percent)
    {
        _inner = inner;
        _interval = Math.Max(1, (int)Math.Round(100 / percent));
        _untilExtraRun = _interval;
    }

    public override int OperationsPerRun => _inner.OperationsPerRun;

    public override bool NeedsPreparation => _inner.NeedsPreparation;

    public override bool CanOverlap => _inner.CanOverlap;

    public override bool WaitsForOthers => _inner.WaitsForOthers;

    public override void Setup() => _inner.Setup();

    public override void Prepare() => _inner.Prepare();

    public override void Run()
    {
        _inner.Run();
        if (--_untilExtraRun == 0)
        {
            _untilExtraRun = _interval;
            if (_inner.NeedsPreparation)
            {
                _inner.Prepare();
            }

            _inner.Run();
        }
    }

    public override void StartOne() => _inner.StartOne();

    public override void CompleteAll() => _inner.CompleteAll();

    public override void Cleanup() => _inner.Cleanup();
}
