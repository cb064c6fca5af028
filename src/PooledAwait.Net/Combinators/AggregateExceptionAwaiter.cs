namespace PooledAwait;

public readonly partial record struct PooledValueTask
{
    /// <inheritdoc cref="PooledValueTask{T}.WithAggregateException"/>
    public AggregateExceptionAwaiter WithAggregateException() => new(new(WithVoidResult, continueOnCapturedContext: false));
}

public readonly partial record struct PooledValueTask<T>
{
    /// <summary>Awaits this task so that, if it fails, an <see cref="System.AggregateException"/> with all of its errors is thrown instead
    /// of the first error: <c>await PooledValueTask.WhenAll(a, b).WithAggregateException()</c>.</summary>
    /// <remarks>Task.WhenAll keeps its errors in <c>Task.Exception</c>, which code reads after the await. A pooled task is recycled by the
    /// await, so you choose before it. A task with one error throws an AggregateException too. A canceled task throws its
    /// OperationCanceledException alone. The method continues where the task completes, as with <c>ConfigureAwait(false)</c>.</remarks>
    public AggregateExceptionAwaiter<T> WithAggregateException() => new(new(this, continueOnCapturedContext: false));
}

#pragma warning disable CS1591 // what the compiler calls: see PooledValueTaskAwaiter<T>

/// <summary>The awaitable of <see cref="PooledValueTask.WithAggregateException"/>, which throws all errors.</summary>
/// <example><code>
/// try
/// {
///     await PooledValueTask.WhenAll([SendAsync(stream), SendAsync(other)]).WithAggregateException();
/// }
/// catch (AggregateException exception)
/// {
///     Console.WriteLine($"{exception.InnerExceptions.Count} have failed");
/// }
/// </code></example>
[StackTraceHidden]
public readonly struct AggregateExceptionAwaiter : ICriticalNotifyCompletion, IOperationAwaiter
{
    private readonly OperationAwaiter<VoidResult> _awaiter;

    internal AggregateExceptionAwaiter(in OperationAwaiter<VoidResult> awaiter) => _awaiter = awaiter;

    public bool IsCompleted => _awaiter.IsCompleted;

    Operation? IOperationAwaiter.Operation => _awaiter.Operation;

    int IOperationAwaiter.PackedToken => _awaiter.PackedToken;

    public AggregateExceptionAwaiter GetAwaiter() => this;

    public void GetResult() => _awaiter.GetResultOrAllErrors();

    public void OnCompleted(Action continuation) => _awaiter.OnCompleted(continuation);

    public void UnsafeOnCompleted(Action continuation) => _awaiter.UnsafeOnCompleted<AggregateExceptionAwaiter>(continuation);
}

/// <summary>The awaitable of <see cref="PooledValueTask{T}.WithAggregateException"/>, which throws all errors.</summary>
/// <example><code>
/// int[] values = await PooledValueTask.WhenAll([ReadAsync(stream), ReadAsync(other)]).WithAggregateException();
/// </code></example>
[StackTraceHidden]
public readonly struct AggregateExceptionAwaiter<T> : ICriticalNotifyCompletion, IOperationAwaiter
{
    private readonly OperationAwaiter<T> _awaiter;

    internal AggregateExceptionAwaiter(in OperationAwaiter<T> awaiter) => _awaiter = awaiter;

    /// <summary>Whether the task is complete.</summary>
    /// <exception cref="InvalidOperationException">The result was already taken.</exception>
    public bool IsCompleted => _awaiter.IsCompleted;

    Operation? IOperationAwaiter.Operation => _awaiter.Operation;

    int IOperationAwaiter.PackedToken => _awaiter.PackedToken;

    public AggregateExceptionAwaiter<T> GetAwaiter() => this;

    /// <summary>Takes the result and consumes the task. Blocks while the task is pending.</summary>
    /// <exception cref="AggregateException">The task failed.</exception>
    /// <exception cref="OperationCanceledException">The task was canceled.</exception>
    /// <exception cref="InvalidOperationException">The result was already taken, or the operation has another awaiter.</exception>
    public T GetResult() => _awaiter.GetResultOrAllErrors();

    public void OnCompleted(Action continuation) => _awaiter.OnCompleted(continuation);

    public void UnsafeOnCompleted(Action continuation) => _awaiter.UnsafeOnCompleted<AggregateExceptionAwaiter<T>>(continuation);
}
