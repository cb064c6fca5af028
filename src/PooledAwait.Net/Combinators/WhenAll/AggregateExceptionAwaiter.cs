using System;
using System.Diagnostics;
using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;

namespace PooledAwait;

/// <summary>The awaitable of <see cref="PooledValueTask.WithAggregateException"/>, which throws all errors.</summary>
/// <example>
/// <code>
/// try
/// {
///     await PooledValueTask.WhenAll([SendAsync(stream), SendAsync(other)]).WithAggregateException();
/// }
/// catch (AggregateException exception)
/// {
///     Console.WriteLine($"{exception.InnerExceptions.Count} have failed");
/// }
/// </code>
/// </example>
[SuppressMessage("Performance", "CA1815", Justification = "An awaiter: nobody compares them.")]
[StackTraceHidden]
public readonly struct AggregateExceptionAwaiter : ICriticalNotifyCompletion, IOperationAwaiter
{
    private readonly OperationAwaiter<VoidResult> _awaiter;

    internal AggregateExceptionAwaiter(in OperationAwaiter<VoidResult> awaiter) => _awaiter = awaiter;

    /// <summary>Whether the task is complete.</summary>
    /// <exception cref="InvalidOperationException">The result was already taken.</exception>
    public bool IsCompleted => _awaiter.IsCompleted;

    Operation? IOperationAwaiter.Operation => _awaiter.Operation;

    int IOperationAwaiter.PackedToken => _awaiter.PackedToken;

    /// <summary>Gets the awaiter; for the compiler.</summary>
    public AggregateExceptionAwaiter GetAwaiter() => this;

    /// <summary>Takes the result and consumes the task. Blocks while the task is pending.</summary>
    /// <exception cref="AggregateException">The task failed.</exception>
    /// <exception cref="OperationCanceledException">The task was canceled.</exception>
    /// <exception cref="InvalidOperationException">The result was already taken, or the operation has another awaiter.</exception>
    public void GetResult() => _awaiter.GetResultOrAllErrors();

    /// <inheritdoc/>
    public void OnCompleted(Action continuation) => _awaiter.OnCompleted(continuation);

    /// <inheritdoc/>
    public void UnsafeOnCompleted(Action continuation) => _awaiter.UnsafeOnCompleted<AggregateExceptionAwaiter>(continuation);
}
