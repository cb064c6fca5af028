using System.Runtime.CompilerServices;

namespace AsyncBenchmarks.Tests;

/// <summary>Cases by name, for theories.</summary>
internal static class CaseIds
{
    /// <summary>All that can be measured with the packages that were found.</summary>
    internal static IEnumerable<string> Available => Work.Select(candidate => candidate.Id);

    /// <summary>Those that can be run here: they need nothing of their process, and don't end it.</summary>
    internal static IEnumerable<string> Harmless => Work
        .Where(candidate => candidate.Environment.Count == 0 && candidate.Availability.KnownFailure is null)
        .Select(candidate => candidate.Id);

    /// <summary>Those that need something in their process's environment.</summary>
    internal static IEnumerable<string> WithEnvironment =>
        Work.Where(candidate => candidate.Environment.Count > 0).Select(candidate => candidate.Id);

    /// <summary>Those that are known to fail.</summary>
    internal static IEnumerable<string> KnownToFail =>
        Work.Where(candidate => candidate.Availability.KnownFailure is not null).Select(candidate => candidate.Id);

    private static IEnumerable<Case> Work =>
        Catalog.Cases.Where(candidate => candidate.Availability.Create is not null);

    /// <summary>Makes the case's work.</summary>
    internal static Workload Create(string id) => Catalog.Find(id)!.Availability.Create!();

    // Before anything asks how much time there is.
    [ModuleInitializer]
    internal static void BeShort() => Environment.SetEnvironmentVariable(Haste.Variable, Haste.Smoke);
}
