using System;
using System.Diagnostics;
using System.Runtime.CompilerServices;
using System.Threading;
using System.Threading.Tasks;
using System.Threading.Tasks.Sources;
using PooledAwait.MethodBuilders;

namespace PooledAwait;

/// <summary>
/// A <see cref="ValueTask"/> whose operation is pooled: an <c>async</c> method that returns it allocates nothing in a
/// Release build, whether it suspends or not.
/// </summary>
/// <inheritdoc cref="PooledValueTask{T}" path="/remarks"/>
/// <example>
/// <code>
/// async PooledValueTask CopyAsync(Stream from, Stream to)
/// {
///     while (await ReadAsync(from) is var value and >= 0)
///     {
///         await WriteAsync(to, value);
///     }
/// }
/// </code>
/// </example>
[AsyncMethodBuilder(typeof(PooledValueTaskMethodBuilder))]
[DebuggerDisplay("{DebuggerDisplay,nq}")]
public readonly partial record struct PooledValueTask
{
    /// <summary>The operation; null when it is complete without one.</summary>
    internal readonly Operation<VoidResult>? _operation;
    internal readonly short _token;

    /// <inheritdoc cref="PooledValueTask{T}(Task{T})"/>
    public PooledValueTask(Task task)
    {
        Failures.ThrowIfNull(task);
        this = Adapter.Adapt(task);
    }

    /// <inheritdoc cref="PooledValueTask{T}(IValueTaskSource{T}, short)"/>
    public PooledValueTask(IValueTaskSource source, short token)
    {
        Failures.ThrowIfNull(source);
        this = source is Operation<VoidResult> operation ? new PooledValueTask(operation, token)
            : Adapter.Adapt(new ValueTask(source, token));
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal PooledValueTask(Operation<VoidResult>? operation, short token)
    {
        _operation = operation;
        _token = token;
    }

    /// <inheritdoc cref="PooledValueTask{T}.IsNull"/>
    public bool IsNull => _operation is null;

    /// <inheritdoc cref="PooledValueTask{T}.IsCompleted"/>
    public bool IsCompleted
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)] // as in PooledValueTask<T>
        get => _operation is null || _operation.IsCompleted(_token);
    }

    /// <summary>Whether the operation has completed successfully.</summary>
    /// <exception cref="InvalidOperationException">The result was already taken.</exception>
    public bool IsCompletedSuccessfully
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)] // as in PooledValueTask<T>
        get => _operation is null || _operation.GetStatus(_token) == ValueTaskSourceStatus.Succeeded;
    }

    /// <inheritdoc cref="PooledValueTask{T}.IsFaulted"/>
    public bool IsFaulted => _operation is not null && _operation.GetStatus(_token) == ValueTaskSourceStatus.Faulted;

    /// <inheritdoc cref="PooledValueTask{T}.IsCanceled"/>
    public bool IsCanceled => _operation is not null && _operation.GetStatus(_token) == ValueTaskSourceStatus.Canceled;

    private string DebuggerDisplay => _operation is null ? "Completed" : _operation.DescribeFully(_token);

    /// <summary>The same operation as a ValueTask; consume one of the two.</summary>
    /// <param name="task">The task.</param>
    public static implicit operator ValueTask(in PooledValueTask task) => task.AsValueTask();

    /// <inheritdoc cref="PooledValueTask{T}.AsValueTask"/>
    public ValueTask AsValueTask() => _operation is null ? default : new ValueTask(_operation, _token);

    /// <summary>The operation as a <see cref="Task"/>, which may be awaited many times; consumes this task.</summary>
    /// <returns>
    /// The task: <see cref="Task.CompletedTask"/> if the operation has completed successfully; the Task that a pending pooled task was made
    /// of; otherwise an object of its own.
    /// </returns>
    /// <exception cref="InvalidOperationException">The result was already taken, or the operation has another awaiter.</exception>
    public Task AsTask() => Adapter.ToTask(this);

    /// <summary>The operation as a <see cref="ValueTask"/> that may be awaited many times; consumes this task.</summary>
    /// <returns>
    /// A completed ValueTask if the operation has completed successfully, otherwise one with a <see cref="Task"/>. It is a ValueTask
    /// because a pooled task can be awaited once.
    /// </returns>
    /// <exception cref="InvalidOperationException">The result was already taken, or the operation has another awaiter.</exception>
    public ValueTask Preserve() => AsValueTask().Preserve();

    /// <inheritdoc cref="PooledValueTask{T}.GetAwaiter"/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public PooledValueTaskAwaiter GetAwaiter() => new(_operation, _token, continueOnCapturedContext: true);

    /// <inheritdoc cref="PooledValueTask{T}.ConfigureAwait"/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public ConfiguredPooledValueTaskAwaitable ConfigureAwait(bool continueOnCapturedContext) =>
        new(_operation, _token, continueOnCapturedContext);

    /// <inheritdoc cref="PooledValueTask{T}.Forget"/>
    public void Forget() => _operation?.Forget(_token);

    /// <summary>The type's name.</summary>
    public override string ToString() => nameof(PooledValueTask);

    /// <summary>A task that has completed successfully.</summary>
    public static PooledValueTask CompletedTask => default;

    /// <summary>Creates a task that has completed successfully with a result.</summary>
    /// <param name="result">The result.</param>
    /// <typeparam name="T">The result.</typeparam>
    public static PooledValueTask<T> FromResult<T>(T result) => new(result);

    /// <summary>Creates a task that has failed.</summary>
    /// <param name="exception">
    /// The exception that an await throws. An <see cref="OperationCanceledException"/> makes the task canceled, as it does when a pooled
    /// method throws it; ValueTask's method makes a faulted task of it.
    /// </param>
    /// <returns>A task of a pooled operation; it can be awaited once.</returns>
    /// <exception cref="ArgumentNullException">The exception is null.</exception>
    public static PooledValueTask FromException(Exception exception) => WithoutResult(FromException<VoidResult>(exception));

    /// <inheritdoc cref="FromException(Exception)"/>
    /// <typeparam name="T">The result that the task does not have.</typeparam>
    public static PooledValueTask<T> FromException<T>(Exception exception)
    {
        Failures.ThrowIfNull(exception);
        return Failed<T>(exception);
    }

    /// <summary>Creates a task that was canceled.</summary>
    /// <param name="cancellationToken">The canceled token, which the exception of an await carries.</param>
    /// <returns>A task of a pooled operation; it can be awaited once.</returns>
    /// <exception cref="ArgumentOutOfRangeException">The token has not been canceled.</exception>
    public static PooledValueTask FromCanceled(CancellationToken cancellationToken) =>
        WithoutResult(FromCanceled<VoidResult>(cancellationToken));

    /// <inheritdoc cref="FromCanceled(CancellationToken)"/>
    /// <typeparam name="T">The result that the task does not have.</typeparam>
    public static PooledValueTask<T> FromCanceled<T>(CancellationToken cancellationToken) =>
        cancellationToken.IsCancellationRequested
            ? Failed<T>(Failure.Of(cancellationToken))
            : throw new ArgumentOutOfRangeException(
                nameof(cancellationToken), "The token has not been canceled. Cancel it first, or return a pending task.");

    /// <summary>A task that has failed.</summary>
    /// <param name="failure">As <see cref="Failure"/> makes it.</param>
    internal static PooledValueTask<T> Failed<T>(object failure)
    {
        SourceOperation<T> operation = SourceOperation<T>.Rent();
        PooledValueTask<T> task = new(operation, default!, operation.Token);
        operation.TryFail(task._token, failure);
        return task;
    }

    internal PooledValueTask<VoidResult> WithVoidResult
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => new(_operation, default, _token);
    }

    internal static PooledValueTask WithoutResult(in PooledValueTask<VoidResult> task) => new(task._operation, task._token);
}
