using System.Collections.Generic;

namespace AsyncBenchmarks;

/// <summary>A compared library, as it was found when this assembly was built.</summary>
/// <param name="Name">Its name, never changed: what <c>--library</c> takes.</param>
/// <param name="Package">The package it comes in; null for what comes with the runtime or with this repository.</param>
/// <param name="WantedVersion">The version that was asked for; null when there is no package.</param>
/// <param name="Version">The version that was found; null when there was none.</param>
/// <param name="NotFound">Why there was none, in NuGet's own words; null when it was found.</param>
/// <param name="Notes">What a reader of its rows must know, one line each.</param>
public sealed record Library(
    string Name,
    string? Package,
    string? WantedVersion,
    string? Version,
    string? NotFound,
    IReadOnlyList<string> Notes);
