using System;

namespace PooledAwait.Tests;

/// <summary>The producer's end of a pending operation.</summary>
internal abstract class Producer
{
    internal abstract Subject Task { get; }

    internal abstract Operation Operation { get; }

    internal abstract short Token { get; }

    internal abstract bool IsValid { get; }

    /// <summary>The operation's kind and state, for dumps.</summary>
    internal string Describe() => $"{Operation.GetType()}: {Operation.Describe(Token)}";

    internal abstract void SetResult();

    internal abstract bool TrySetResult();

    internal abstract bool TrySetException(Exception exception);

    internal abstract bool TrySetCanceled();
}
