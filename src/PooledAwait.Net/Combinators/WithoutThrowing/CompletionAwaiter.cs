using System;
using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;
using System.Threading.Tasks.Sources;

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
    private readonly Operation<VoidResult>? _operation;
    private readonly short _token;
    private readonly bool _continueOnCapturedContext;

    internal CompletionAwaiter(Operation<VoidResult>? operation, short token, bool continueOnCapturedContext)
    {
        _operation = operation;
        _token = token;
        _continueOnCapturedContext = continueOnCapturedContext;
    }

    /// <inheritdoc cref="CompletionAwaiter{T}.IsCompleted"/>
    public bool IsCompleted
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => _operation is null || _operation.IsCompleted(_token);
    }

    /// <inheritdoc cref="CompletionAwaiter{T}.GetAwaiter"/>
    public CompletionAwaiter GetAwaiter() => this;

    /// <inheritdoc cref="CompletionAwaiter{T}.ConfigureAwait"/>
    public CompletionAwaiter ConfigureAwait(bool continueOnCapturedContext) => new(_operation, _token, continueOnCapturedContext);

    /// <inheritdoc cref="CompletionAwaiter{T}.GetResult"/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public Completion GetResult()
    {
        object? failure = _operation?.Consume(_token, out _);
        return new Completion(0, failure is null ? null : Failure.Observe(failure));
    }

    Operation? IOperationAwaiter.Operation
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)] // into MoveNext, with the builder's AwaitUnsafeOnCompleted
        get => _operation;
    }

    int IOperationAwaiter.PackedToken
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)] // as above
        get => Awaiters.Pack(_token, _continueOnCapturedContext);
    }

    /// <inheritdoc/>
    public void OnCompleted(Action continuation) => Awaiters.OnCompleted(
        _operation, _token, continuation, _continueOnCapturedContext, ValueTaskSourceOnCompletedFlags.FlowExecutionContext);

    /// <inheritdoc/>
    public void UnsafeOnCompleted(Action continuation)
    {
        BoxRegistration.Learn<CompletionAwaiter>();
        Awaiters.OnCompleted(_operation, _token, continuation, _continueOnCapturedContext, ValueTaskSourceOnCompletedFlags.None);
    }
}
