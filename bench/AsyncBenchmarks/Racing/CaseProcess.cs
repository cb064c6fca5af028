namespace AsyncBenchmarks.Racing;

/// <summary>A case's process: its work and its environment, the same for runs and races.</summary>
/// <param name="Case">The case as the host's catalog has it; its work may be another one on the runtime.</param>
/// <param name="Shape">The case in the runtime's own catalog.</param>
internal sealed record CaseProcess(Case Case, CatalogLine Shape)
{
    public string Id => Case.Id;

    /// <summary>The name of its row, or of its lane in a race.</summary>
    public string Name { get; init; } = Case.Row;

    /// <summary>Why there is nothing to measure; null if there is something.</summary>
    public string? NotAvailable => Shape.NotAvailable ?? Shape.Broken;

    /// <summary>The case as the host expects it to be on any runtime.</summary>
    public static CaseProcess Expected(Case of) =>
        new(of, new CatalogLine(of.Id, of.Availability.NotAvailable, of.Availability.KnownFailure, null, 1, false));

    /// <param name="others">The variables of all processes; they override those of the case.</param>
    public Dictionary<string, string> Environment(bool isSmoke = false, IReadOnlyDictionary<string, string>? others = null)
    {
        Dictionary<string, string> environment = isSmoke ? new() { [Haste.Variable] = Haste.Smoke } : [];
        if (LocalServer.Of(Case.Scenario) is { Missing: null } server)
        {
            environment[server.Variable] = server.Port.ToString(CultureInfo.InvariantCulture);
        }

        if (Case.HasOneProcessor && LoadClient.Missing is null)
        {
            environment[LoadClient.Variable] = LoadClient.Port.ToString(CultureInfo.InvariantCulture);

            // With one processor the runtime would wait ten times as long before it optimizes.
            environment["DOTNET_TC_DelaySingleProcMultiplier"] = "1";

            // What idle workers of the thread pool spin is no work of a request, and at a low rate it would be most of the time.
            environment["DOTNET_ThreadPool_UnfairSemaphoreSpinLimit"] = "0";
        }

        foreach ((string name, string value) in Case.Environment.Concat(others ?? new Dictionary<string, string>()))
        {
            environment[name] = value;
        }

        return environment;
    }

    /// <summary>The outcome of a failed process, and the line that explains it.</summary>
    public (CaseOutcome Outcome, string Reason) Explain(string failure) => Shape.KnownFailure is { } known
        ? (CaseOutcome.KnownFailure, $"{failure} ({known})")
        : (CaseOutcome.Failed, failure);
}
