using System.Data;
using MySqlConnector;

/// <summary>Prepared commands, transactions, cancellation and bulk copy.</summary>
internal static class MySqlProgram
{
    public static async Task<(string Result, long Bytes)> Run(int port)
    {
        string server = $"Server=127.0.0.1;Port={port};User ID=root;SslMode=None;AllowLoadLocalInfile=true";
        await using (MySqlConnection first = new(server))
        {
            await first.OpenAsync();
            await ExecuteAsync(first, "CREATE DATABASE IF NOT EXISTS work");
        }

        await using MySqlConnection connection = new(server + ";Database=work");
        await connection.OpenAsync();
        await ExecuteAsync(connection, "DROP TABLE IF EXISTS numbers");
        await ExecuteAsync(connection, "CREATE TABLE numbers (id INT PRIMARY KEY, text VARCHAR(100))");
        await using MySqlCommand insert = new("INSERT INTO numbers VALUES (@id, @text)", connection);
        insert.Parameters.Add("@id", MySqlDbType.Int32);
        insert.Parameters.Add("@text", MySqlDbType.VarChar);
        await insert.PrepareAsync();
        for (int i = 1; i <= 20; i++)
        {
            await InsertAsync(i, null);
        }

        await using (MySqlTransaction transaction = await connection.BeginTransactionAsync())
        {
            await InsertAsync(1000, transaction);
            await transaction.RollbackAsync();
        }

        await using (MySqlTransaction transaction = await connection.BeginTransactionAsync(IsolationLevel.Serializable))
        {
            await InsertAsync(21, transaction);
            await transaction.CommitAsync();
        }

        string failure = "";
        try
        {
            await InsertAsync(1, null);
        }
        catch (MySqlException exception)
        {
            failure = exception.ErrorCode.ToString();
        }

        string canceled = "";
        using (CancellationTokenSource source = new(TimeSpan.FromMilliseconds(200)))
        {
            try
            {
                await using MySqlCommand sleep = new("SELECT SLEEP(20) FROM numbers", connection);
                await sleep.ExecuteScalarAsync(source.Token);
            }
            catch (OperationCanceledException)
            {
                canceled = "canceled";
            }
        }

        using DataTable table = new();
        table.Columns.Add("id", typeof(int));
        table.Columns.Add("text", typeof(string));
        for (int i = 0; i < 100; i++)
        {
            table.Rows.Add(2000 + i, $"copied {i}");
        }

        MySqlBulkCopyResult copied = await new MySqlBulkCopy(connection) { DestinationTableName = "numbers" }.WriteToServerAsync(table);

        int read = 0;
        await using (MySqlCommand all = new("SELECT id, text FROM numbers ORDER BY id", connection))
        {
            await using MySqlDataReader reader = await all.ExecuteReaderAsync();
            while (await reader.ReadAsync())
            {
                read += reader.GetInt32(0) < 1000 ? reader.GetInt32(0) : 1;
            }
        }

        // A server that answers at once leaves some awaits nothing to wait for.
        await using MySqlCommand select = new("SELECT text, SLEEP(0.001) FROM numbers WHERE id = @id", connection);
        select.Parameters.AddWithValue("@id", 7);
        await select.PrepareAsync();
        long bytes = await Measured.Bytes(500, async () =>
        {
            if ((string?)await select.ExecuteScalarAsync() != "number 7")
            {
                throw new InvalidOperationException();
            }
        });
        return ($"{read} {failure} {canceled} {copied.RowsInserted}", bytes);

        async Task InsertAsync(int id, MySqlTransaction? transaction)
        {
            insert.Transaction = transaction;
            insert.Parameters[0].Value = id;
            insert.Parameters[1].Value = $"number {id}";
            await insert.ExecuteNonQueryAsync();
        }
    }

    private static async Task ExecuteAsync(MySqlConnection connection, string text)
    {
        await using MySqlCommand command = new(text, connection);
        await command.ExecuteNonQueryAsync();
    }
}
