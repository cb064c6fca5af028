using System;

namespace AsyncBenchmarks.Scenarios;

/// <summary>
/// The stack overflows of libraries whose operations complete each other in nested calls. The stack is the main thread's,
/// 8 MB on Linux. Seen on .NET 10 and Mono 6.8; what needs Mono's larger frames is known of Mono only.
/// </summary>
internal static class StackDepth
{
    private const string Reason =
        "Each operation completes the next one in a call of its own: so many of them need more than the stack of a thread.";

    private static readonly bool s_isMono = Type.GetType("Mono.Runtime") is not null;

    /// <summary>Chains of continuations that overflow the stack when the root completes.</summary>
    /// <param name="availability">The library's answer.</param>
    /// <param name="work">The question.</param>
    public static Availability OverflowsIn(this Availability availability, RoundsWork work) =>
        work is { Kind: RoundsKind.ContinueWithFromValue or RoundsKind.ContinueWithResolved, Rounds: >= 10_000 }
            ? availability.KnownToFail(Reason)
            : availability;

    /// <summary>Chains of awaits that overflow it.</summary>
    /// <param name="availability">The library's answer.</param>
    /// <param name="work">The question.</param>
    /// <param name="links">The shortest that do.</param>
    public static Availability OverflowsIn(this Availability availability, OperationsWork work, int links = 100_000) =>
        work.Kind == OperationsKind.Deep && work.Size >= links ? availability.KnownToFail(Reason) : availability;

    /// <summary>The same, on Mono only.</summary>
    public static Availability OverflowsOnMonoIn(this Availability availability, RoundsWork work) =>
        s_isMono ? availability.OverflowsIn(work) : availability;

    /// <inheritdoc cref="OverflowsOnMonoIn(Availability, RoundsWork)"/>
    public static Availability OverflowsOnMonoIn(this Availability availability, OperationsWork work, int links) =>
        s_isMono ? availability.OverflowsIn(work, links) : availability;
}
