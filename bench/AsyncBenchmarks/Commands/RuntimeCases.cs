using System;
using System.Collections.Generic;
using System.Linq;
using AsyncBenchmarks.Runner;

namespace AsyncBenchmarks.Commands;

/// <summary>The catalog as another runtime sees it.</summary>
internal static class RuntimeCases
{
    /// <summary>The same cases; those that the runtime doesn't have have no work, and its reason.</summary>
    public static IReadOnlyList<Case> On(string runtime, IEnumerable<Case> cases, IReadOnlyDictionary<string, CatalogLine> catalog) =>
        [.. cases.Select(each => each with { Offer = Offering(each, runtime, catalog.GetValueOrDefault(each.Id)) })];

    private static Offer Offering(Case of, string runtime, CatalogLine? line)
    {
        string? reason = line is null ? of.Offer.NotAvailable ?? $"{of.Row} is not built for {runtime}." : line.NotAvailable ?? line.Broken;
        if (reason is not null)
        {
            return Offer.No(reason);
        }

        Offer offer = Offer.Of(() => throw new NotSupportedException("Its work is made in the runner."));
        return line?.KnownFailure is { } known ? offer.KnownToFail(known) : offer;
    }
}
