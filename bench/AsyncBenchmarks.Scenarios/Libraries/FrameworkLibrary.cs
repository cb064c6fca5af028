using System.Runtime.InteropServices;

namespace AsyncBenchmarks.Libraries;

/// <summary>Describes what comes with the runtime.</summary>
internal static class FrameworkLibrary
{
    /// <summary>It has the runtime's version.</summary>
    public static Library Describe(string name, params string[] notes) =>
        new(name, Package: null, WantedVersion: null, RuntimeInformation.FrameworkDescription, NotFound: null, notes);

    /// <summary>This runtime doesn't have it.</summary>
    public static Library Missing(string name, string reason, params string[] notes) =>
        new(name, Package: null, WantedVersion: null, Version: null, reason, notes);
}
