using System;
using System.Diagnostics;

namespace PooledAwait;

/// <content>What the operation tells of itself: to tracking, to debuggers, and to whoever misuses a handle.</content>
[StackTraceHidden]
internal abstract partial class Operation : ITracked
{
    /// <inheritdoc/>
    public Type TrackedType => _pool.TypeOf();

    /// <summary>Describes the operation and its state to a debugger as the holder of a token sees them; changes nothing.</summary>
    /// <param name="token">The token of a handle.</param>
    internal string DescribeFully(short token)
    {
        string awaiter = IsCurrent(token) && _continuation is ITracked box ? " by " + OperationNames.Of(box.TrackedType) : string.Empty;
        string starter = OperationTracker.Current?.FindStarter(this, token) is { } known ? ", started by " + known : string.Empty;
        return $"{OperationNames.Of(TrackedType)}: {Describe(token)}{awaiter}{starter}";
    }
}
