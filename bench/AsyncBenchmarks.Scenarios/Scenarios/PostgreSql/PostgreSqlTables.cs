namespace AsyncBenchmarks.Scenarios;

/// <summary>Callers of a real PostgreSQL server.</summary>
internal static class PostgreSqlTables
{
    public static ScenarioTable PostgreSql { get; } = new(
        new Scenario(
            "PostgreSql",
            "Callers of a real PostgreSQL server through Npgsql, each with a connection of its own; per command.",
            ["Command", "Callers"],
            [
                "Prepared: a prepared command, a reader and its row, on a connection that is held. Open: a connection is opened from "
                + "the pool, with a command and a reader. The server waits 0.5 ms, so that both suspend. Copy: 100 rows are imported, "
                + "and 100 exported. Cancel: a command that would run for a minute is canceled by its token.",
                "Processor time: of the client's process, per command. Latency: from the call until the caller has its answer.",
            ])
        {
            UsesThreads = true,
        },
        [
            .. PostgreSqlWork.All.Select(static work => new ScenarioSize(
                [work.Command.ToString(), work.Callers.ToString(CultureInfo.InvariantCulture)], row => row.PostgreSql(work))),
        ]);
}

/// <summary>One of the commands of scenario PostgreSql, made by so many callers at the same time.</summary>
internal readonly record struct PostgreSqlWork(PostgreSqlCommand Command, int Callers)
{
    public static IEnumerable<PostgreSqlWork> All =>
        from command in (PostgreSqlCommand[])
            [PostgreSqlCommand.Prepared, PostgreSqlCommand.Open, PostgreSqlCommand.Copy, PostgreSqlCommand.Cancel]
        from callers in (int[])[1, 16, 64]
        select new PostgreSqlWork(command, callers);
}

internal enum PostgreSqlCommand
{
    /// <summary>A prepared command on a connection that is held.</summary>
    Prepared,

    Open,

    /// <summary>Rows are copied in, and others out.</summary>
    Copy,

    /// <summary>A command is canceled by its token while the server executes it.</summary>
    Cancel,
}
