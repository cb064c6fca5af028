using System;
using System.Collections.Generic;
using System.Linq;

namespace AsyncBenchmarks.Results;

/// <summary>What changed from one result to another.</summary>
/// <param name="Cases">The cases that both have numbers for.</param>
/// <param name="OnlyBefore">Cases that only the first has numbers for.</param>
/// <param name="OnlyAfter">Cases that only the second has numbers for.</param>
/// <param name="Warnings">Why the times may not be comparable.</param>
public sealed record Comparison(
    IReadOnlyList<ComparedCase> Cases,
    IReadOnlyList<string> OnlyBefore,
    IReadOnlyList<string> OnlyAfter,
    IReadOnlyList<string> Warnings)
{
    /// <summary>Whether something became slower past the threshold, or takes more bytes.</summary>
    public bool IsWorse => Cases.Any(row => row.IsWorse);

    /// <summary>Compares case by case.</summary>
    /// <param name="before">The first.</param>
    /// <param name="after">The second.</param>
    /// <param name="threshold">A case is slower only if its whole interval is above 1 plus this.</param>
    public static Comparison Of(MergedResults before, MergedResults after, double threshold)
    {
        // One machine each: what they are compared for, whatever the machines are.
        bool isPair = before.Machines.Count == 1 && after.Machines.Count == 1;
        Dictionary<string, CaseNumbers> first = CaseNumbers.Of(before, withMachine: !isPair);
        Dictionary<string, CaseNumbers> second = CaseNumbers.Of(after, withMachine: !isPair);
        return new Comparison(
            [
                .. first.Where(pair => second.ContainsKey(pair.Key))
                    .Select(pair => ComparedCase.Of(pair.Key, pair.Value, second[pair.Key], threshold)),
            ],
            [.. first.Keys.Except(second.Keys)],
            [.. second.Keys.Except(first.Keys)],
            [.. ComparisonWarnings.Of(before, after)]);
    }
}
