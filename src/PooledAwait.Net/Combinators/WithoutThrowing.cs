namespace PooledAwait;

public readonly partial record struct PooledValueTask
{
    /// <inheritdoc cref="PooledValueTask{T}.WithoutThrowing"/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public CompletionAwaiter WithoutThrowing() => new(new(WithVoidResult, continueOnCapturedContext: true));
}

public readonly partial record struct PooledValueTask<T>
{
    /// <summary>Awaits this task so that a failure is returned as an outcome, not thrown: <c>await task.WithoutThrowing()</c>.</summary>
    /// <remarks>Consumes the task. The await allocates nothing, and takes the time of a success. An error counts as observed. A timeout or
    /// a cancellation by a token creates its exception when <see cref="Completion{T}.Exception"/> or <see cref="Completion{T}.Result"/>
    /// asks for it, each time a new one. <see cref="Completion{T}.Index"/> is 0. May be awaited in any async method.</remarks>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public CompletionAwaiter<T> WithoutThrowing() => new(new(this, continueOnCapturedContext: true));
}

public readonly partial record struct PooledTask
{
    /// <inheritdoc cref="PooledValueTask{T}.WithoutThrowing"/>
    public CompletionAwaiter WithoutThrowing() => new ValueTask(AsTask()).WithoutThrowing();
}

public readonly partial record struct PooledTask<T>
{
    /// <inheritdoc cref="PooledValueTask{T}.WithoutThrowing"/>
    public CompletionAwaiter<T> WithoutThrowing() => new ValueTask<T>(AsTask()).WithoutThrowing();
}

public static partial class ValueTaskExtensions
{
    /// <inheritdoc cref="WithoutThrowing{T}(ValueTask{T})"/>
    public static CompletionAwaiter WithoutThrowing(this ValueTask task) =>
        new(new(task.AsPooledValueTask().WithVoidResult, continueOnCapturedContext: true));

    /// <summary>Awaits a task so that a failure is returned as an outcome, not thrown: <c>await task.WithoutThrowing()</c>.</summary>
    /// <remarks>Allocates nothing and throws nothing where an operation of this library is behind the ValueTask: a source's <c>Task</c>, or
    /// an <c>async ValueTask</c> method with a builder of this library. Nor does a Task throw. Others are thrown and caught
    /// inside.</remarks>
    /// <param name="task">The task; consumed by this.</param>
    public static CompletionAwaiter<T> WithoutThrowing<T>(this ValueTask<T> task) =>
        new(new(task.AsPooledValueTask(), continueOnCapturedContext: true));
}

#pragma warning disable CS1591 // what the compiler calls: see PooledValueTaskAwaiter<T>

/// <summary>The awaitable of <c>WithoutThrowing</c>, for one await.</summary>
/// <example><code>
/// Completion sent = await SendAsync(stream).WithoutThrowing();
/// if (sent.IsFaulted)
/// {
///     Console.WriteLine(sent.Exception);
/// }
/// </code></example>
public readonly struct CompletionAwaiter : ICriticalNotifyCompletion, IOperationAwaiter
{
    private readonly OperationAwaiter<VoidResult> _awaiter;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal CompletionAwaiter(in OperationAwaiter<VoidResult> awaiter) => _awaiter = awaiter;

    public bool IsCompleted { [MethodImpl(MethodImplOptions.AggressiveInlining)] get => _awaiter.IsCompleted; }

    Operation? IOperationAwaiter.Operation { [MethodImpl(MethodImplOptions.AggressiveInlining)] get => _awaiter.Operation; }

    int IOperationAwaiter.PackedToken { [MethodImpl(MethodImplOptions.AggressiveInlining)] get => _awaiter.PackedToken; }

    public CompletionAwaiter GetAwaiter() => this;

    /// <inheritdoc cref="CompletionAwaiter{T}.ConfigureAwait"/>
    public CompletionAwaiter ConfigureAwait(bool continueOnCapturedContext) => new(_awaiter.ConfigureAwait(continueOnCapturedContext));

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public Completion GetResult() => new(0, _awaiter.Consume(out _));

    public void OnCompleted(Action continuation) => _awaiter.OnCompleted(continuation);

    public void UnsafeOnCompleted(Action continuation) => _awaiter.UnsafeOnCompleted<CompletionAwaiter>(continuation);
}

/// <summary>The awaitable of <c>WithoutThrowing</c>, for one await.</summary>
/// <example><code>
/// Completion&lt;int&gt; read = await ReadAsync(stream).WaitAsync(TimeSpan.FromSeconds(1)).WithoutThrowing();
/// Console.WriteLine(read.IsCompletedSuccessfully ? $"read {read.Result}" : "too late");
/// </code></example>
public readonly struct CompletionAwaiter<T> : ICriticalNotifyCompletion, IOperationAwaiter
{
    private readonly OperationAwaiter<T> _awaiter;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal CompletionAwaiter(in OperationAwaiter<T> awaiter) => _awaiter = awaiter;

    /// <summary>Whether the task is complete.</summary>
    /// <exception cref="InvalidOperationException">The result was already taken.</exception>
    public bool IsCompleted { [MethodImpl(MethodImplOptions.AggressiveInlining)] get => _awaiter.IsCompleted; }

    Operation? IOperationAwaiter.Operation { [MethodImpl(MethodImplOptions.AggressiveInlining)] get => _awaiter.Operation; }

    int IOperationAwaiter.PackedToken { [MethodImpl(MethodImplOptions.AggressiveInlining)] get => _awaiter.PackedToken; }

    public CompletionAwaiter<T> GetAwaiter() => this;

    /// <inheritdoc cref="PooledValueTask{T}.ConfigureAwait"/>
    public CompletionAwaiter<T> ConfigureAwait(bool continueOnCapturedContext) => new(_awaiter.ConfigureAwait(continueOnCapturedContext));

    /// <summary>Takes the outcome and consumes the task. Blocks while the task is pending.</summary>
    /// <exception cref="InvalidOperationException">The result was already taken, or the operation has another awaiter.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public Completion<T> GetResult() => _awaiter.GetCompletion();

    public void OnCompleted(Action continuation) => _awaiter.OnCompleted(continuation);

    public void UnsafeOnCompleted(Action continuation) => _awaiter.UnsafeOnCompleted<CompletionAwaiter<T>>(continuation);
}
