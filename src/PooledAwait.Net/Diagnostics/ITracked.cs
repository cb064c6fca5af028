using System;

namespace PooledAwait;

/// <summary>What diagnosis knows of an operation.</summary>
internal interface ITracked
{
    /// <summary>The token of the present use.</summary>
    short Token { get; }

    /// <summary>What the operation is of: a state machine's type, or the operation's own.</summary>
    Type TrackedType { get; }
}
