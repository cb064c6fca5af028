using AsyncBenchmarks.Scenarios;
using Npgsql;

namespace AsyncBenchmarks.PostgreSql;

/// <summary>Callers of a real PostgreSQL server. Each is one async method, so that all else that is allocated is Npgsql's.</summary>
internal sealed class NpgsqlWorkload(PostgreSqlCommand command, int callers) : CallersWorkload(callers, Commands(command, callers))
{
    private const int Rows = 100;
    private const long SumOfRows = (long)Rows * (Rows + 1) / 2;

    private readonly List<TimeSpan> _processorTimes = [];
    private readonly Caller?[] _callers = new Caller?[callers];
    private NpgsqlDataSource? _source;

    public override IReadOnlyList<Figure> Figures =>
        [.. base.Figures, new Figure("Processor time", ProcessorNanoseconds(), FigureUnit.Nanoseconds)];

    public override void Setup()
    {
        _source = NpgsqlDataSource.Create(new NpgsqlConnectionStringBuilder
        {
            Host = "127.0.0.1",
            Port = LocalServer.PostgreSql.Port,
            Username = "postgres",
            SslMode = SslMode.Disable,
            GssEncryptionMode = GssEncryptionMode.Disable,
            MaxPoolSize = _callers.Length,
        });
        for (int index = 0; index < _callers.Length; index++)
        {
            _callers[index] = new Caller(command, Connect(_source), _source);
        }

        base.Setup();
    }

    public override void Run()
    {
        TimeSpan before = Environment.CpuUsage.TotalTime;
        base.Run();
        _processorTimes.Add(Environment.CpuUsage.TotalTime - before);
    }

    public override void Cleanup()
    {
        foreach (Caller? caller in _callers)
        {
            caller?.Dispose();
        }

        _source?.Dispose();
    }

    protected override void StartCaller(int caller, CommandLoad load) => _ = _callers[caller]!.CallAsync(load).ContinueWith(
        static (failed, load) => ((CommandLoad)load!).Fail(failed.Exception!.InnerException!),
        load,
        CancellationToken.None,
        TaskContinuationOptions.OnlyOnFaulted,
        TaskScheduler.Default);

    private static int Commands(PostgreSqlCommand command, int callers) => command switch
    {
        PostgreSqlCommand.Cancel => Haste.Choose(callers == 1 ? 16 : 4, 1),
        PostgreSqlCommand.Copy => Haste.Choose(callers == 1 ? 64 : 16, 2),
        _ => Haste.Choose(callers == 1 ? 128 : 64, 4),
    };

    /// <summary>The server listens before it lets anybody in.</summary>
    private static NpgsqlConnection Connect(NpgsqlDataSource source)
    {
        for (Stopwatch waited = Stopwatch.StartNew(); ;)
        {
            try
            {
                return source.OpenConnection();
            }
            catch (PostgresException exception)
                when (exception.SqlState == PostgresErrorCodes.CannotConnectNow && waited.Elapsed < TimeSpan.FromMinutes(1))
            {
                Thread.Sleep(20);
            }
        }
    }

    // The first half of the runs warmed up.
    private double ProcessorNanoseconds()
    {
        TimeSpan total = TimeSpan.Zero;
        int first = _processorTimes.Count / 2;
        for (int run = first; run < _processorTimes.Count; run++)
        {
            total += _processorTimes[run];
        }

        return total.TotalNanoseconds / ((_processorTimes.Count - first) * (double)OperationsPerRun);
    }

    /// <summary>A caller, and what it holds between runs.</summary>
    private sealed class Caller : IDisposable
    {
        // The server waits, so that its answer is never there when the client looks for it.
        private const string Echo = "SELECT $1 FROM pg_sleep(0.0005)";

        private readonly PostgreSqlCommand _command;
        private readonly NpgsqlConnection _connection;
        private readonly NpgsqlDataSource _source;
        private readonly NpgsqlCommand _prepared;
        private readonly NpgsqlParameter<long> _number = new();

        public Caller(PostgreSqlCommand command, NpgsqlConnection connection, NpgsqlDataSource source)
        {
            _command = command;
            _connection = connection;
            _source = source;
            switch (command)
            {
                case PostgreSqlCommand.Open:
                    // Back to the pool, which has room for one connection of each caller.
                    connection.Close();
                    _prepared = new NpgsqlCommand();
                    return;
                case PostgreSqlCommand.Copy:
                    using (NpgsqlCommand create = new("CREATE TEMPORARY TABLE rows (n bigint) ON COMMIT DELETE ROWS", connection))
                    {
                        create.ExecuteNonQuery();
                    }

                    break;
            }

            // Canceled: the rows before the last are more than the server buffers, so that the first comes while it sleeps.
            _prepared = new NpgsqlCommand(
                command == PostgreSqlCommand.Cancel
                    ? "SELECT repeat('x', 1000) FROM generate_series(1, 10) UNION ALL SELECT pg_sleep(60)::text"
                    : Echo,
                connection);
            if (command != PostgreSqlCommand.Cancel)
            {
                _prepared.Parameters.Add(_number);
            }

            _prepared.Prepare();
        }

        public void Dispose() => _connection.Dispose();

        public Task CallAsync(CommandLoad load) => _command switch
        {
            PostgreSqlCommand.Prepared => CallPreparedAsync(load),
            PostgreSqlCommand.Open => OpenAsync(load),
            PostgreSqlCommand.Copy => CopyAsync(load),
            _ => CancelAsync(load),
        };

        private async Task CallPreparedAsync(CommandLoad load)
        {
            while (load.TryTake(out long number, out long start))
            {
                _number.TypedValue = number;
                long echo;
                await using (NpgsqlDataReader reader = await _prepared.ExecuteReaderAsync(load.Token))
                {
                    await reader.ReadAsync(load.Token);
                    echo = reader.GetInt64(0);
                }

                load.Finish(number, echo, start);
            }
        }

        private async Task OpenAsync(CommandLoad load)
        {
            while (load.TryTake(out long number, out long start))
            {
                long echo;
                await using (NpgsqlConnection connection = await _source.OpenConnectionAsync(load.Token))
                await using (NpgsqlCommand command = new(Echo, connection))
                {
                    command.Parameters.Add(new NpgsqlParameter<long> { TypedValue = number });
                    await using NpgsqlDataReader reader = await command.ExecuteReaderAsync(load.Token);
                    await reader.ReadAsync(load.Token);
                    echo = reader.GetInt64(0);
                }

                load.Finish(number, echo, start);
            }
        }

        private async Task CopyAsync(CommandLoad load)
        {
            while (load.TryTake(out long number, out long start))
            {
                long imported;
                await using (NpgsqlBinaryImporter importer =
                    await _connection.BeginBinaryImportAsync("COPY rows FROM STDIN (FORMAT BINARY)", load.Token))
                {
                    for (int row = 0; row < Rows; row++)
                    {
                        await importer.StartRowAsync(load.Token);
                        await importer.WriteAsync(number, load.Token);
                    }

                    imported = (long)await importer.CompleteAsync(load.Token);
                }

                long sum = 0;
                await using (NpgsqlBinaryExporter exporter = await _connection.BeginBinaryExportAsync(
                    "COPY (SELECT generate_series(1::bigint, 100)) TO STDOUT (FORMAT BINARY)", load.Token))
                {
                    while (await exporter.StartRowAsync(load.Token) != -1)
                    {
                        sum += await exporter.ReadAsync<long>(load.Token);
                    }
                }

                load.Finish(number, imported == Rows && sum == SumOfRows ? number : -1, start);
            }
        }

        private async Task CancelAsync(CommandLoad load)
        {
            while (load.TryTake(out long number, out long start))
            {
                bool isCanceled = false;
                using CancellationTokenSource cancellation = new();
                await using (NpgsqlDataReader reader = await _prepared.ExecuteReaderAsync(cancellation.Token))
                {
                    // The server is in the command, so that the cancellation can't come too early.
                    await reader.ReadAsync(cancellation.Token);
                    Task<bool> rest = reader.NextResultAsync(cancellation.Token);
                    await cancellation.CancelAsync();
                    try
                    {
                        await rest;
                    }
                    catch (OperationCanceledException)
                    {
                        isCanceled = true;
                    }
                }

                load.Finish(number, isCanceled ? number : -1, start);
            }
        }
    }
}
