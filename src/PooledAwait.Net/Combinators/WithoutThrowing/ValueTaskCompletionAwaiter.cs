using System;
using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;

namespace PooledAwait;

/// <summary>The awaitable of <c>WithoutThrowing</c> for a ValueTask or a <see cref="PooledTask"/>, for one await.</summary>
/// <example>
/// <code>
/// PooledValueTaskSource source = PooledValueTaskSource.Create();
/// source.SetCanceled();
/// Completion done = await source.Task.WithoutThrowing();
/// Console.WriteLine(done.IsCanceled);
/// </code>
/// </example>
[SuppressMessage("Performance", "CA1815", Justification = "An awaiter: nobody compares them.")]
public readonly struct ValueTaskCompletionAwaiter : ICriticalNotifyCompletion, IOperationAwaiter
{
    private readonly OperationAwaiter<VoidResult> _awaiter;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal ValueTaskCompletionAwaiter(in OperationAwaiter<VoidResult> awaiter) => _awaiter = awaiter;

    /// <inheritdoc cref="CompletionAwaiter{T}.IsCompleted"/>
    public bool IsCompleted
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => _awaiter.IsCompleted;
    }

    Operation? IOperationAwaiter.Operation
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)] // into MoveNext, with the builder's AwaitUnsafeOnCompleted
        get => _awaiter.Operation;
    }

    int IOperationAwaiter.PackedToken
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)] // as above
        get => _awaiter.PackedToken;
    }

    /// <inheritdoc cref="CompletionAwaiter{T}.GetAwaiter"/>
    public ValueTaskCompletionAwaiter GetAwaiter() => this;

    /// <inheritdoc cref="CompletionAwaiter{T}.ConfigureAwait"/>
    public ValueTaskCompletionAwaiter ConfigureAwait(bool continueOnCapturedContext) =>
        new(_awaiter.ConfigureAwait(continueOnCapturedContext));

    /// <inheritdoc cref="CompletionAwaiter{T}.GetResult"/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public Completion GetResult() => new(0, _awaiter.Consume(out _));

    /// <inheritdoc/>
    public void OnCompleted(Action continuation) => _awaiter.OnCompleted(continuation);

    /// <inheritdoc/>
    public void UnsafeOnCompleted(Action continuation) => _awaiter.UnsafeOnCompleted<ValueTaskCompletionAwaiter>(continuation);
}
