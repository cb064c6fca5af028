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
        [.. cases.Select(each => each with { Availability = Offering(each, runtime, catalog.GetValueOrDefault(each.Id)) })];

    private static Availability Offering(Case of, string runtime, CatalogLine? line)
    {
        string? reason = line is null ? of.Availability.NotAvailable ?? $"{of.Row} is not built for {runtime}." : line.NotAvailable ?? line.Broken;
        if (reason is not null)
        {
            return Availability.No(reason);
        }

        Availability offer = Availability.Of(() => throw new NotSupportedException("Its work is made in the runner."));
        return line?.KnownFailure is { } known ? offer.KnownToFail(known) : offer;
    }
}
