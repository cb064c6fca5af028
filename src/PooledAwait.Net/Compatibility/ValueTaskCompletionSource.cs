namespace PooledAwait;

/// <summary>A TaskCompletionSource as a struct, which completes a <see cref="Task{TResult}"/> with the framework's semantics.</summary>
/// <remarks>Thread-safe as TaskCompletionSource is: one of several racing setters wins, and the task is complete when a losing one returns.
/// Nothing is pooled, so that the task may be awaited many times. It costs what a TaskCompletionSource costs, because it contains one.
/// Where code may never read the task, <see cref="LazyTaskCompletionSource{T}"/> costs nothing.</remarks>
/// <example><code>
/// ValueTaskCompletionSource&lt;int&gt; source = ValueTaskCompletionSource&lt;int&gt;.Create();
/// Task&lt;int&gt; task = source.Task;
/// source.TrySetResult(42);
/// int result = await task;
/// </code></example>
public readonly record struct ValueTaskCompletionSource<T>
{
    private readonly TaskCompletionSource<T>? _source;

    private ValueTaskCompletionSource(TaskCompletionSource<T> source) => _source = source;

    /// <summary>The task.</summary>
    /// <exception cref="InvalidOperationException">This is a default instance.</exception>
    public Task<T> Task => Source.Task;

    /// <summary>Whether this is a default instance, on which <c>TrySet</c> methods return false and <c>Set</c> methods throw.</summary>
    public bool IsNull => _source is null;

    private TaskCompletionSource<T> Source => _source ?? throw Failures.NullSource();

    /// <summary>Creates a pending task. Continuations may run inside the setter, before it returns.</summary>
    public static ValueTaskCompletionSource<T> Create() => new(new TaskCompletionSource<T>());

    /// <summary>Creates a pending task.</summary>
    /// <inheritdoc cref="LazyTaskCompletionSource{T}.Create(TaskCreationOptions)"/>
    public static ValueTaskCompletionSource<T> Create(TaskCreationOptions options) =>
        new(new TaskCompletionSource<T>(SourceOptions.ValidateForTask(options, nameof(options))));

    /// <summary>Completes the task with a result.</summary>
    /// <param name="result">The result.</param>
    /// <exception cref="InvalidOperationException">It is already complete, or this is a default instance.</exception>
    public void SetResult(T result) => Source.SetResult(result);

    /// <summary>Completes the task with an exception. The task is Faulted, even by an OperationCanceledException.</summary>
    /// <param name="exception">The exception.</param>
    /// <exception cref="ArgumentNullException">The exception is null.</exception>
    /// <exception cref="InvalidOperationException">It is already complete, or this is a default instance.</exception>
    public void SetException(Exception exception) => Failures.Demand(TrySetException(exception), _source);

    /// <summary>Cancels the task.</summary>
    /// <param name="cancellationToken">The token that its exception carries.</param>
    /// <exception cref="InvalidOperationException">It is already complete, or this is a default instance.</exception>
    public void SetCanceled(CancellationToken cancellationToken = default) => Failures.Demand(TrySetCanceled(cancellationToken), _source);

    /// <summary>Completes the task with a result.</summary>
    /// <param name="result">The result.</param>
    /// <returns>Whether this call completed the task; always false for a default instance.</returns>
    public bool TrySetResult(T result) => _source is not null && _source.TrySetResult(result);

    /// <summary>Completes the task with an exception. The task is Faulted, even by an OperationCanceledException.</summary>
    /// <param name="exception">The exception.</param>
    /// <returns>Whether this call completed the task; always false for a default instance.</returns>
    /// <exception cref="ArgumentNullException">The exception is null.</exception>
    public bool TrySetException(Exception exception)
    {
        Failures.ThrowIfNull(exception);
        return _source is not null && _source.TrySetException(exception);
    }

    /// <summary>Cancels the task.</summary>
    /// <param name="cancellationToken">The token that its exception carries.</param>
    /// <returns>Whether this call completed the task; always false for a default instance.</returns>
    public bool TrySetCanceled(CancellationToken cancellationToken = default) =>
        _source is not null && _source.TrySetCanceled(cancellationToken);

    /// <summary>The type's name.</summary>
    public override string ToString() => "ValueTaskCompletionSource";
}
