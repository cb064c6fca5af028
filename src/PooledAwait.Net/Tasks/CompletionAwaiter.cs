namespace PooledAwait;

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
