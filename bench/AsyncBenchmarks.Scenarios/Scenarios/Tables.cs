namespace AsyncBenchmarks.Scenarios;

/// <summary>All scenarios, under names that never change.</summary>
internal static class Tables
{
    /// <summary>In the order of the tables.</summary>
    public static IReadOnlyList<ScenarioTable> All { get; } =
    [
        NestedTables.AsyncAwait,
        NestedTables.ContinueWith,
        YieldTables.Yield,
        CombinatorsTables.WhenAll,
        CombinatorsTables.WhenAny,
        CombinatorsTables.WaitAsync,
        LimitsTables.Deadline,
        LimitsTables.Registration,
        CoordinationTables.Coordination,
        ChannelTables.Channel,
        RoundsTables.AsyncPending,
        RoundsTables.AsyncResolved,
        RoundsTables.AwaitPending,
        RoundsTables.AwaitResolved,
        RoundsTables.ContinueWithFromValue,
        RoundsTables.ContinueWithResolved,
        RoundsTables.ContinueWithPending,
        BorderTables.Border,
        OperationsTables.Contended,
        OperationsTables.CrossThread,
        OperationsTables.Deep,
        OperationsTables.Cancel,
        OperationsTables.Throw,
        OperationsTables.Flow,
        OperationsTables.InFlight,
        OperationsTables.ColdStart,
        OperationsTables.Burst,
        OperationsTables.GcPauses,
        RedisTables.Redis,
        PostgreSqlTables.PostgreSql,
        ServicesTables.Services,
    ];
}
