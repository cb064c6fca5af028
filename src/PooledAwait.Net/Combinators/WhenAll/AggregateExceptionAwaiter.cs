using System;
using System.Diagnostics;
using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;
using System.Threading.Tasks.Sources;

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
    private readonly Operation<VoidResult>? _operation;
    private readonly short _token;

    internal AggregateExceptionAwaiter(Operation<VoidResult>? operation, short token)
    {
        _operation = operation;
        _token = token;
    }

    /// <summary>Whether the task is complete.</summary>
    /// <exception cref="InvalidOperationException">The result was already taken.</exception>
    public bool IsCompleted => _operation is null || _operation.IsCompleted(_token);

    /// <summary>Gets the awaiter; for the compiler.</summary>
    public AggregateExceptionAwaiter GetAwaiter() => this;

    /// <summary>Takes the result and consumes the task. Blocks while the task is pending.</summary>
    /// <exception cref="AggregateException">The task failed.</exception>
    /// <exception cref="OperationCanceledException">The task was canceled.</exception>
    /// <exception cref="InvalidOperationException">The result was already taken, or the operation has another awaiter.</exception>
    public void GetResult()
    {
        object? failure = _operation?.Consume(_token, out _);
        if (failure is not null)
        {
            Failure.ThrowAll(failure);
        }
    }

    Operation? IOperationAwaiter.Operation => _operation;

    int IOperationAwaiter.PackedToken => Awaiters.Pack(_token, continueOnCapturedContext: false);

    /// <inheritdoc/>
    public void OnCompleted(Action continuation) => Awaiters.OnCompleted(
        _operation, _token, continuation, continueOnCapturedContext: false, ValueTaskSourceOnCompletedFlags.FlowExecutionContext);

    /// <inheritdoc/>
    public void UnsafeOnCompleted(Action continuation)
    {
        BoxRegistration.Learn<AggregateExceptionAwaiter>();
        Awaiters.OnCompleted(_operation, _token, continuation, continueOnCapturedContext: false, ValueTaskSourceOnCompletedFlags.None);
    }
}
