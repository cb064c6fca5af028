using System;

namespace AsyncBenchmarks;

/// <summary>
/// How much time the run has. Works that take seconds by themselves (<see cref="Workload.RunsOnce"/>) ask it: in a smoke run
/// they have to be through within a second, and only show that they work.
/// </summary>
public static class Haste
{
    /// <summary>
    /// The environment variable with which the starter of a case's process says so: <see cref="Smoke"/>, <see cref="Stepped"/>, or
    /// nothing.
    /// </summary>
    public const string Variable = "ASYNCBENCHMARKS_HASTE";

    /// <summary>The variable's value in a smoke run.</summary>
    public const string Smoke = "smoke";

    /// <summary>The variable's value where each instruction is looked at, which takes ten thousand times as long.</summary>
    public const string Stepped = "stepped";

    /// <summary>Whether this is a smoke run: every case once, to see that it works.</summary>
    public static bool IsSmoke { get; } = Is(Smoke);

    /// <summary>Whether each instruction is looked at: a run is to be a few operations.</summary>
    public static bool IsStepped { get; } = Is(Stepped);

    /// <summary>One of two lengths, counts or times.</summary>
    /// <param name="measured">Where it is measured.</param>
    /// <param name="smoke">Where it only has to work: all of it within a second.</param>
    public static T Choose<T>(T measured, T smoke) => IsSmoke ? smoke : measured;

    private static bool Is(string value) => string.Equals(Environment.GetEnvironmentVariable(Variable), value, StringComparison.Ordinal);
}
