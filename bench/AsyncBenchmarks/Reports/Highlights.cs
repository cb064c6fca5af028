using System;
using System.Collections.Generic;
using System.Linq;
using AsyncBenchmarks.Results;

namespace AsyncBenchmarks.Reports;

/// <summary>Which of the compared libraries are special to a reader.</summary>
internal static class Highlights
{
    private const string OurPackage = "PooledAwait.Net";

    /// <summary>Whether it is the library of this repository.</summary>
    public static bool IsOurs(LibraryInfo library) => library.Package == OurPackage;

    /// <summary>Whether nobody can use it: it shows what the work costs by itself.</summary>
    public static bool IsReference(LibraryInfo library) =>
        library.Notes.Any(note => note.StartsWith("A reference", StringComparison.Ordinal));

    /// <summary>The fastest row of each scenario, runtime and parameters, with its bytes.</summary>
    public static IEnumerable<string> Winners(RunResults results)
    {
        HashSet<string> references = [.. results.Origin.Libraries.Where(IsReference).Select(library => library.Name)];
        return results.Cases
            .Where(row => row.Measurement is not null && !references.Contains(row.Library))
            .GroupBy(row => (row.Scenario, row.Runtime, Parameters: string.Join(", ", row.Parameters.Select(pair => $"{pair.Key}={pair.Value}"))))
            .Where(group => group.Count() > 1)
            .Select(group => (group.Key, Row: group.MinBy(row => row.Measurement!.Mean)!))
            .Select(winner => Line(results, winner.Key, winner.Row));
    }

    private static string Line(RunResults results, (string Scenario, string Runtime, string Parameters) group, CaseResult row)
    {
        Measurement measured = row.Measurement!;
        string runtime = results.Runtimes.Count > 1 ? " on " + results.Runtimes.First(candidate => candidate.Id == group.Runtime).Name : "";
        string parameters = group.Parameters.Length > 0 ? ", " + group.Parameters : "";
        string survived = measured.Survived is { } bytes ? $", {Format.Bytes(bytes)} survived" : "";
        string time = TimeUnit.For([measured.Mean]).Format(measured.Mean);
        return $"{group.Scenario}{parameters}{runtime}: {row.Row}, {time}, {Format.Bytes(measured.Allocated)}{survived}";
    }
}
