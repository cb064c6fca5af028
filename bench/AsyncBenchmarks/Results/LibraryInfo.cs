using System.Collections.Generic;

namespace AsyncBenchmarks.Results;

/// <summary>A compared library as it was found.</summary>
/// <param name="Name">Its name.</param>
/// <param name="Package">The package it comes in; null for what comes with the runtime or with this repository.</param>
/// <param name="Version">The resolved version; null when it was not found.</param>
/// <param name="NotFound">Why it was not found.</param>
/// <param name="Notes">What a reader of its rows must know.</param>
public sealed record LibraryInfo(
    string Name,
    string? Package,
    string? Version,
    string? NotFound,
    IReadOnlyList<string> Notes);
