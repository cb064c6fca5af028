using System.Collections.Generic;

namespace AsyncBenchmarks.Scenarios;

/// <summary>One of the commands of scenario PostgreSql, made by so many callers at the same time.</summary>
/// <param name="Command">Which.</param>
/// <param name="Callers">How many callers there are.</param>
internal readonly record struct PostgreSqlWork(PostgreSqlCommand Command, int Callers)
{
    /// <summary>All of them, in the table's order.</summary>
    public static IEnumerable<PostgreSqlWork> All
    {
        get
        {
            foreach (PostgreSqlCommand command in (PostgreSqlCommand[])
                [PostgreSqlCommand.Prepared, PostgreSqlCommand.Open, PostgreSqlCommand.Copy, PostgreSqlCommand.Cancel])
            {
                foreach (int callers in (int[])[1, 16, 64])
                {
                    yield return new PostgreSqlWork(command, callers);
                }
            }
        }
    }
}

/// <summary>The commands of scenario PostgreSql.</summary>
internal enum PostgreSqlCommand
{
    /// <summary>A prepared command on a connection that is held.</summary>
    Prepared,

    /// <summary>A connection from the pool, a command and a reader.</summary>
    Open,

    /// <summary>Rows are copied in, and others out.</summary>
    Copy,

    /// <summary>A command is canceled by its token while the server executes it.</summary>
    Cancel,
}
