using System;
using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;
using System.Threading.Tasks.Sources;

namespace PooledAwait;

/// <summary>The awaitable of <see cref="PooledValueTask{T}.WithoutThrowing"/>, for one await.</summary>
/// <example>
/// <code>
/// Completion&lt;int&gt; read = await ReadAsync(stream).WaitAsync(TimeSpan.FromSeconds(1)).WithoutThrowing();
/// Console.WriteLine(read.IsCompletedSuccessfully ? $"read {read.Result}" : "too late");
/// </code>
/// </example>
/// <typeparam name="T">The result.</typeparam>
[SuppressMessage("Performance", "CA1815", Justification = "An awaiter: nobody compares them.")]
public readonly struct CompletionAwaiter<T> : ICriticalNotifyCompletion, IOperationAwaiter
{
    private readonly Operation<T>? _operation;
    private readonly T _result;
    private readonly short _token;
    private readonly bool _continueOnCapturedContext;

    internal CompletionAwaiter(in PooledValueTask<T> task, bool continueOnCapturedContext)
    {
        _operation = task._operation;
        _result = task._result;
        _token = task._token;
        _continueOnCapturedContext = continueOnCapturedContext;
    }

    /// <summary>Whether the task is complete.</summary>
    /// <exception cref="InvalidOperationException">The result was already taken.</exception>
    public bool IsCompleted
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => _operation is null || _operation.IsCompleted(_token);
    }

    /// <summary>Gets the awaiter; for the compiler.</summary>
    public CompletionAwaiter<T> GetAwaiter() => this;

    /// <summary>Says where the method that awaits continues.</summary>
    /// <param name="continueOnCapturedContext">Whether on the current SynchronizationContext or TaskScheduler.</param>
    public CompletionAwaiter<T> ConfigureAwait(bool continueOnCapturedContext) =>
        new(new PooledValueTask<T>(_operation, _result, _token), continueOnCapturedContext);

    /// <summary>Takes the outcome; the task is not valid any more after that. Blocks while it is pending.</summary>
    /// <exception cref="InvalidOperationException">The result was already taken, or the operation has another awaiter.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public Completion<T> GetResult()
    {
        if (_operation is null)
        {
            return new Completion<T>(0, _result, null);
        }

        object? failure = _operation.Consume(_token, out T result);
        return new Completion<T>(0, result, failure is null ? null : Failure.Observe(failure));
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
        BoxRegistration.Learn<CompletionAwaiter<T>>();
        Awaiters.OnCompleted(_operation, _token, continuation, _continueOnCapturedContext, ValueTaskSourceOnCompletedFlags.None);
    }
}
