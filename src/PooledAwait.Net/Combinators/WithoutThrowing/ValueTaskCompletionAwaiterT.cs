using System;
using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;

namespace PooledAwait;

/// <summary>The awaitable of <c>WithoutThrowing</c> for a ValueTask or a <see cref="PooledTask{T}"/>, for one await.</summary>
/// <example>
/// <code>
/// PooledValueTaskSource&lt;int&gt; source = PooledValueTaskSource&lt;int&gt;.Create(TimeSpan.FromSeconds(1));
/// Completion&lt;int&gt; reply = await source.Task.WithoutThrowing();
/// Console.WriteLine(reply.IsFaulted); // true after a second
/// </code>
/// </example>
/// <typeparam name="T">The result.</typeparam>
[SuppressMessage("Performance", "CA1815", Justification = "An awaiter: nobody compares them.")]
public readonly struct ValueTaskCompletionAwaiter<T> : ICriticalNotifyCompletion, IOperationAwaiter
{
    private readonly OperationAwaiter<T> _awaiter;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal ValueTaskCompletionAwaiter(in OperationAwaiter<T> awaiter) => _awaiter = awaiter;

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
    public ValueTaskCompletionAwaiter<T> GetAwaiter() => this;

    /// <inheritdoc cref="CompletionAwaiter{T}.ConfigureAwait"/>
    public ValueTaskCompletionAwaiter<T> ConfigureAwait(bool continueOnCapturedContext) =>
        new(_awaiter.ConfigureAwait(continueOnCapturedContext));

    /// <inheritdoc cref="CompletionAwaiter{T}.GetResult"/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public Completion<T> GetResult() => _awaiter.GetCompletion();

    /// <inheritdoc/>
    public void OnCompleted(Action continuation) => _awaiter.OnCompleted(continuation);

    /// <inheritdoc/>
    public void UnsafeOnCompleted(Action continuation) => _awaiter.UnsafeOnCompleted<ValueTaskCompletionAwaiter<T>>(continuation);
}
