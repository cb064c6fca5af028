using System;

namespace AsyncBenchmarks;

/// <summary>What a library answers when a scenario asks for work: a workload, or the reason why it can't.</summary>
public sealed class Offer
{
    private Offer(Func<Workload>? create, string? notAvailable, string? knownFailure)
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
    public static Offer Of(Func<Workload> create) => new(create, null, null);

    /// <summary>The library can't do it.</summary>
    /// <param name="reason">Why, as the line under the table says it.</param>
    public static Offer No(string reason) => new(null, reason, null);

    /// <summary>The library is known to fail at it, on some runtimes at least.</summary>
    /// <param name="reason">Why, as the line under the table says it.</param>
    public Offer KnownToFail(string reason) => new(Create, NotAvailable, Create is null ? null : reason);

    /// <summary>The same work, with something done before it is made; nothing if there is no work.</summary>
    /// <param name="configure">Sets what the whole process needs.</param>
    public Offer Configured(Action configure)
    {
        Func<Workload>? create = Create;
        return create is null
            ? this
            : new Offer(
                () =>
                {
                    configure();
                    return create();
                },
                null,
                KnownFailure);
    }
}
