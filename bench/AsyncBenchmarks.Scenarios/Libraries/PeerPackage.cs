using System;
using System.Linq;

namespace AsyncBenchmarks.Libraries;

/// <summary>Describes libraries that come as packages of others. The build wrote down what NuGet answered.</summary>
internal static class PeerPackage
{
    // Keys that bench/Peers.targets writes.
    private const string Wanted = "Peer.Wanted.";
    private const string Found = "Peer.Found.";
    private const string NotFound = "Peer.NotFound.";

    /// <summary>Describes a package by the answer.</summary>
    /// <param name="package">The package's id.</param>
    /// <param name="name">The library's name.</param>
    /// <param name="notes">What a reader of its rows must know.</param>
    public static Library Describe(string package, string name, params string[] notes)
    {
        string? version = Read(Found + package);
        string? reason = version is null ? Read(NotFound + package) ?? "The build did not look for the package " + package + "." : null;
        return new Library(name, package, Read(Wanted + package), version, reason, notes);
    }

    private static string? Read(string key) => BuildMetadata.All
        .FirstOrDefault(attribute => string.Equals(attribute.Key, key, StringComparison.Ordinal))?.Value;
}
