namespace PooledAwait;

/// <summary>One use of a pooled object, from its start to its consumption.</summary>
internal sealed class OperationUse(long id, short token, TrackedOperation operation)
{
    internal string? AwaitedBy { get => Volatile.Read(ref field); set => Volatile.Write(ref field, value); }

    internal string? ConsumedBy { get => Volatile.Read(ref field); set => Volatile.Write(ref field, value); }

    internal long Id { get; } = id;

    internal short Token { get; } = token;

    internal TrackedOperation Tracked { get; } = operation;
}
