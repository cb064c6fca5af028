namespace AsyncBenchmarks;

/// <summary>One cell of a scenario's table: a row (a library, or one way to use it) with the scenario's parameters.</summary>
/// <param name="Library">The name of the library whose row it is; several rows may be ways to use one library.</param>
/// <param name="Parameters">The scenario's parameters in the order of its columns, such as Pending = True.</param>
/// <param name="IsBaseline">Whether other rows with the same parameters are compared with this one.</param>
internal sealed record Case(
    string Scenario,
    string Row,
    string Library,
    IReadOnlyList<KeyValuePair<string, string>> Parameters,
    bool IsBaseline,
    Availability Availability)
{
    public IReadOnlyDictionary<string, string> Environment { get; init; } = s_nothing;

    /// <summary>The scenario with its properties; null for a case that is in no table.</summary>
    public Scenario? Of { get; init; }

    public bool RunsOnce => Of is { RunsOnce: true };
    public bool UsesThreads => Of is { UsesThreads: true };
    public bool HasOneProcessor => Of is { HasOneProcessor: true };

    private static readonly Dictionary<string, string> s_nothing = [];

    /// <summary>
    /// The scenario and the parameters, for people: <c>AsyncAwait, Pending=True</c>. Cases with the same text do the same work.
    /// </summary>
    public string Title => string.Join(", ", Values.Prepend(Scenario));

    /// <summary>The case's name for command lines and files: <c>AsyncAwait/ProtoPromise/Pending=True</c>. Never changes.</summary>
    public string Id => string.Join("/", Values.Prepend(Row).Prepend(Scenario));

    private IEnumerable<string> Values => Parameters.Select(static parameter => parameter.Key + "=" + parameter.Value);
}

/// <summary>
/// Environment variables of cases that need a program which NativeAOT compiles with another constant. The host starts that program; on
/// other runtimes the variables do nothing.
/// </summary>
internal static class NativeSwitch
{
    /// <summary>PooledAwaitFlowExecutionContext is false.</summary>
    public const string WithoutFlow = "ASYNCBENCHMARKS_WITHOUT_FLOW";
}

/// <summary>Whether a library can do a scenario's work: what makes the workload, or the reason why there is none.</summary>
/// <param name="NotAvailable">Why there is no workload ("ValueTask has no continuation method"); null when there is one.</param>
/// <param name="KnownFailure">
/// Why the workload may fail or end its process, if that is known of the library: it is tried, and its failure is shown, but the run
/// doesn't fail.
/// </param>
internal sealed record Availability(Func<Workload>? Create, string? NotAvailable = null, string? KnownFailure = null)
{
    public static Availability Of(Func<Workload> create) => new(create);

    public static Availability No(string reason) => new(null, reason);

    /// <summary>The library is known to fail at it, on some runtimes at least; unchanged without a reason, or without work.</summary>
    public Availability KnownToFail(string? reason) => Create is null ? this : this with { KnownFailure = reason ?? KnownFailure };

    /// <summary>The same work, with something done before it is made; nothing if there is no work.</summary>
    public Availability Configured(Action configure) => Create is not { } create ? this : this with
    {
        Create = () =>
        {
            configure();
            return create();
        },
    };
}
