namespace AsyncBenchmarks.Scenarios;

/// <summary>All scenarios, under names that never change.</summary>
internal static class Tables
{
    /// <summary>In the order of the tables.</summary>
    public static IReadOnlyList<ScenarioTable> All { get; } =
    [
        .. NestedTables.All,
        YieldTables.Yield,
        .. CombinatorsTables.All,
        .. LimitsTables.All,
        CoordinationTables.Coordination,
        ChannelTables.Channel,
        .. RoundsTables.All,
        BorderTables.Border,
        .. OperationsTables.All,
        RedisTables.Redis,
        PostgreSqlTables.PostgreSql,
        ServicesTables.Services,
    ];
}
