using System;
using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;

namespace PooledAwait;

/// <summary>The awaitable of <see cref="PooledValueTask.WithoutThrowing"/>, for one await.</summary>
/// <example>
/// <code>
/// Completion sent = await SendAsync(stream).WithoutThrowing();
/// if (sent.IsFaulted)
/// {
///     Console.WriteLine(sent.Exception);
/// }
/// </code>
/// </example>
[SuppressMessage("Performance", "CA1815", Justification = "An awaiter: nobody compares them.")]
public readonly struct CompletionAwaiter : ICriticalNotifyCompletion, IOperationAwaiter
{
    private readonly OperationAwaiter<VoidResult> _awaiter;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal CompletionAwaiter(in OperationAwaiter<VoidResult> awaiter) => _awaiter = awaiter;

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
    public CompletionAwaiter GetAwaiter() => this;

    /// <inheritdoc cref="CompletionAwaiter{T}.ConfigureAwait"/>
    public CompletionAwaiter ConfigureAwait(bool continueOnCapturedContext) => new(_awaiter.ConfigureAwait(continueOnCapturedContext));

    /// <inheritdoc cref="CompletionAwaiter{T}.GetResult"/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public Completion GetResult() => new(0, _awaiter.Consume(out _));

    /// <inheritdoc/>
    public void OnCompleted(Action continuation) => _awaiter.OnCompleted(continuation);

    /// <inheritdoc/>
    public void UnsafeOnCompleted(Action continuation) => _awaiter.UnsafeOnCompleted<CompletionAwaiter>(continuation);
}
