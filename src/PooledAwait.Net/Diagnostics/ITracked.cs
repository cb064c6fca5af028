using System;

namespace PooledAwait;

/// <summary>An operation as the diagnostics see it.</summary>
internal interface ITracked
{
    /// <summary>The token of the present use.</summary>
    short Token { get; }

    /// <summary>The type that names the operation: its state machine's, otherwise its own.</summary>
    Type TrackedType { get; }
}
