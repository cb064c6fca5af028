using System.Threading;

namespace PooledAwait;

/// <summary>One use of a pooled object, from its start to its consumption.</summary>
internal sealed class OperationUse
{
    private string? _awaitedBy;
    private string? _consumedBy;

    internal OperationUse(long id, short token, TrackedOperation operation)
    {
        Id = id;
        Token = token;
        Tracked = operation;
    }

    /// <summary>Its key in the tracker's table of pending uses.</summary>
    internal long Id { get; }

    internal short Token { get; }

    internal TrackedOperation Tracked { get; }

    /// <summary>The code that awaits it; null until then.</summary>
    internal string? AwaitedBy
    {
        get => Volatile.Read(ref _awaitedBy);
        set => Volatile.Write(ref _awaitedBy, value);
    }

    /// <summary>The code that consumed it; null until then.</summary>
    internal string? ConsumedBy
    {
        get => Volatile.Read(ref _consumedBy);
        set => Volatile.Write(ref _consumedBy, value);
    }
}
