namespace PooledAwait;

/// <summary>An operation as the diagnostics see it.</summary>
internal interface ITracked
{
    short Token { get; }

    /// <summary>The type that names the operation: its state machine's, otherwise its own.</summary>
    Type TrackedType { get; }
}
