using System.Collections.Generic;
using System.Linq;

namespace AsyncBenchmarks.Tests;

/// <summary>Cases by name, for theories.</summary>
internal static class CaseIds
{
    /// <summary>All that can be measured with the packages that were found.</summary>
    internal static IEnumerable<string> Available => Catalog.Cases.Where(candidate => candidate.Offer.Create is not null).Select(candidate => candidate.Id);

    /// <summary>Makes the case's work.</summary>
    internal static Workload Create(string id) => Catalog.Find(id)!.Offer.Create!();
}
