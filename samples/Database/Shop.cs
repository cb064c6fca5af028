using System.Collections.Generic;
using System.Threading;
using System.Threading.Tasks;
using Npgsql;
using NpgsqlTypes;

namespace Samples.Database;

/// <summary>Something to buy.</summary>
/// <param name="Id">Its number.</param>
/// <param name="Cents">Its price.</param>
public sealed record Item(int Id, string Name, int Cents);

/// <summary>The shop's table. Commands are prepared once for each connection of the pool.</summary>
public sealed class Shop(NpgsqlDataSource source)
{
    /// <summary>Creates the table, if it is not there.</summary>
    public async Task CreateAsync(CancellationToken cancellationToken)
    {
        await using NpgsqlCommand command = source.CreateCommand(
            "CREATE TABLE IF NOT EXISTS items (id int PRIMARY KEY, name text NOT NULL, cents int NOT NULL)");
        await command.ExecuteNonQueryAsync(cancellationToken);
    }

    /// <summary>Finds an item.</summary>
    /// <returns>The item; null if there is none.</returns>
    public async ValueTask<Item?> FindAsync(int id, CancellationToken cancellationToken)
    {
        await using NpgsqlConnection connection = await source.OpenConnectionAsync(cancellationToken);
        await using NpgsqlCommand command = new("SELECT id, name, cents FROM items WHERE id = $1", connection);
        command.Parameters.Add(new NpgsqlParameter<int> { TypedValue = id });
        await command.PrepareAsync(cancellationToken);
        await using NpgsqlDataReader reader = await command.ExecuteReaderAsync(cancellationToken);
        return await reader.ReadAsync(cancellationToken) ? Read(reader) : null;
    }

    /// <summary>Lists all items.</summary>
    public async Task<List<Item>> ListAsync(CancellationToken cancellationToken)
    {
        List<Item> items = [];
        await using NpgsqlCommand command = source.CreateCommand("SELECT id, name, cents FROM items ORDER BY id");
        await using NpgsqlDataReader reader = await command.ExecuteReaderAsync(cancellationToken);
        while (await reader.ReadAsync(cancellationToken))
        {
            items.Add(Read(reader));
        }

        return items;
    }

    /// <summary>Adds items with COPY.</summary>
    /// <returns>How many.</returns>
    public async ValueTask<ulong> ImportAsync(IReadOnlyList<Item> items, CancellationToken cancellationToken)
    {
        await using NpgsqlConnection connection = await source.OpenConnectionAsync(cancellationToken);
        await using NpgsqlBinaryImporter importer = await connection.BeginBinaryImportAsync(
            "COPY items (id, name, cents) FROM STDIN (FORMAT BINARY)", cancellationToken);
        foreach (Item item in items)
        {
            await importer.StartRowAsync(cancellationToken);
            await importer.WriteAsync(item.Id, NpgsqlDbType.Integer, cancellationToken);
            await importer.WriteAsync(item.Name, NpgsqlDbType.Text, cancellationToken);
            await importer.WriteAsync(item.Cents, NpgsqlDbType.Integer, cancellationToken);
        }

        return await importer.CompleteAsync(cancellationToken);
    }

    private static Item Read(NpgsqlDataReader reader) => new(reader.GetInt32(0), reader.GetString(1), reader.GetInt32(2));
}
