namespace AsyncBenchmarks.Scenarios;

/// <summary>A client of one layer. Its constructor connects it.</summary>
internal interface IRedisClient : IDisposable
{
    /// <summary>Starts a caller that makes commands, one after the other, until there are no more.</summary>
    void StartCaller(CommandLoad load);
}

/// <inheritdoc cref="IRedisClient"/>
internal abstract class RedisClient<TReply> : IRedisClient
    where TReply : struct, IReply
{
    protected RedisConnection<TReply> Connection { get; } = new();

    public abstract void StartCaller(CommandLoad load);

    public void Dispose() => Connection.Dispose();
}

/// <summary>Callers that share a client, and its connection to a real server.</summary>
internal sealed class RedisWorkload<TClient>(int callers)
    : CallersWorkload(callers, Haste.Choose(callers == 1 ? 250 : callers < 512 ? 64 : 32, 4))
    where TClient : IRedisClient, new()
{
    private IRedisClient? _client;

    /// <summary>The work, where there can be a server.</summary>
    public static Availability With(int callers) =>
        LocalServer.Redis.Missing is { } reason ? Availability.No(reason) : Availability.Of(() => new RedisWorkload<TClient>(callers));

    public override void Setup()
    {
        _client = new TClient();
        base.Setup();
    }

    public override void Cleanup() => _client?.Dispose();

    protected override void StartCaller(int caller, CommandLoad load) => _client!.StartCaller(load);
}
