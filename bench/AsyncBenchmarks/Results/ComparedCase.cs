using System.Linq;

namespace AsyncBenchmarks.Results;

/// <summary>A case before and after.</summary>
/// <param name="Name">The case, where it ran, and whether in a race.</param>
/// <param name="Ratio">Its time after to its time before, or its race's ratio after to that before; null where times can't be compared.</param>
/// <param name="Allocated">Allocated bytes.</param>
/// <param name="Survived">Survived bytes.</param>
/// <param name="IsSlower">Whether the whole interval is past the threshold.</param>
/// <param name="IsFaster">The same in the other direction.</param>
/// <param name="Note">What to know of the ratio.</param>
public sealed record ComparedCase(
    string Name,
    RatioEstimate? Ratio,
    ComparedBytes Allocated,
    ComparedBytes Survived,
    bool IsSlower,
    bool IsFaster,
    string? Note)
{
    /// <summary>Whether it is slower past the threshold or takes more bytes.</summary>
    public bool IsWorse => IsSlower || Allocated.IsMore || Survived.IsMore;

    internal static ComparedCase Of(string name, CaseNumbers before, CaseNumbers after, double threshold)
    {
        bool isSameReference = before.Reference == after.Reference;
        RatioEstimate? ratio = isSameReference ? TimeRatio.Estimate(before.Times, after.Times) : null;
        return new ComparedCase(
            name,
            ratio,
            new ComparedBytes(before.Allocated, after.Allocated),
            new ComparedBytes(before.Survived, after.Survived),
            IsSlower: ratio?.Lower > 1 + threshold,
            IsFaster: ratio?.Upper < 1 / (1 + threshold),
            isSameReference ? null : $"the reference was {before.Reference}, then {after.Reference}");
    }
}
