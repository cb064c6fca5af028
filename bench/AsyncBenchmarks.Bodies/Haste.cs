using System;

namespace AsyncBenchmarks;

/// <summary>
/// How much time the run has. Works that take seconds by themselves (<see cref="Workload.RunsOnce"/>) ask it: in a smoke run
/// they have to be through within a second, and only show that they work.
/// </summary>
public static class Haste
{
    /// <summary>The environment variable with which whoever starts a case's process says so: <see cref="Smoke"/>, or nothing.</summary>
    public const string Variable = "ASYNCBENCHMARKS_HASTE";

    /// <summary>The variable's value in a smoke run.</summary>
    public const string Smoke = "smoke";

    /// <summary>Whether this is a smoke run: every case once, to see that it works.</summary>
    public static bool IsSmoke { get; } =
        string.Equals(Environment.GetEnvironmentVariable(Variable), Smoke, StringComparison.Ordinal);

    /// <summary>One of two lengths, counts or times.</summary>
    /// <param name="measured">Where it is measured.</param>
    /// <param name="smoke">Where it only has to work: all of it within a second.</param>
    public static T Choose<T>(T measured, T smoke) => IsSmoke ? smoke : measured;
}
