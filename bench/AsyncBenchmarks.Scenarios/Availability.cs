using System;

namespace AsyncBenchmarks;

/// <summary>Whether a library can do a scenario's work: what makes the workload, or the reason why there is none.</summary>
public sealed class Availability
{
    private Availability(Func<Workload>? create, string? notAvailable, string? knownFailure)
    {
        Create = create;
        NotAvailable = notAvailable;
        KnownFailure = knownFailure;
    }

    /// <summary>Makes the workload; null when there is none.</summary>
    public Func<Workload>? Create { get; }

    /// <summary>Why there is no workload ("ValueTask has no continuation method"); null when there is one.</summary>
    public string? NotAvailable { get; }

    /// <summary>
    /// Why the workload may fail or end its process, if that is known of the library: it is tried, and its failure is shown,
    /// but is none of the run's.
    /// </summary>
    public string? KnownFailure { get; }

    /// <summary>The library can do it.</summary>
    /// <param name="create">Makes the workload.</param>
    public static Availability Of(Func<Workload> create) => new(create, null, null);

    /// <summary>The library can't do it.</summary>
    /// <param name="reason">Why, as the line under the table says it.</param>
    public static Availability No(string reason) => new(null, reason, null);

    /// <summary>The library is known to fail at it, on some runtimes at least; unchanged without a reason, or without work.</summary>
    /// <param name="reason">Why, as the line under the table says it; null if it is not known to fail.</param>
    public Availability KnownToFail(string? reason) => new(Create, NotAvailable, Create is null ? null : reason ?? KnownFailure);

    /// <summary>The same work, with something done before it is made; nothing if there is no work.</summary>
    /// <param name="configure">Sets what the whole process needs.</param>
    public Availability Configured(Action configure) => Create is not { } create ? this : new(
        () =>
        {
            configure();
            return create();
        },
        null,
        KnownFailure);
}
