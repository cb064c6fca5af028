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

/// <param name="value">Its result.</param>
/// <param name="subject">Makes its task.</param>
internal sealed class Producer<T>(SourceOperation<T> operation, T value, Func<SourceOperation<T>, short, Subject> subject) : Producer
{
    internal override Subject Task => subject(operation, Token);

    internal override Operation Operation => operation;

    internal override short Token { get; } = operation.Token;

    internal override bool IsValid => operation.CanBeginCompletion(Token);

    internal override void SetResult() => Assert.True(TrySetResult());

    internal override bool TrySetResult() => operation.TrySucceed(Token, value);

    internal override bool TrySetException(Exception exception) => operation.TryFail(Token, exception);

    internal override bool TrySetCanceled() => operation.TryFail(Token, Failure.Canceled);
}
