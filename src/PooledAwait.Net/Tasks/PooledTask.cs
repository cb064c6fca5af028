using PooledAwait.MethodBuilders;

namespace PooledAwait;

/// <summary>A <see cref="Task"/> of an <c>async</c> method whose state machine is pooled. In a Release build a method that suspends
/// allocates the Task alone; one that does not suspend allocates nothing.</summary>
/// <inheritdoc cref="PooledTask{T}" path="/remarks"/>
/// <example><code>
/// static async PooledTask SkipAsync(Stream stream) =&gt; await ReadAsync(stream);
///
/// // A real Task: it may be stored and awaited many times.
/// static Task Skip(Stream stream) =&gt; SkipAsync(stream);
/// </code></example>
[AsyncMethodBuilder(typeof(PooledTaskMethodBuilder))]
public readonly partial record struct PooledTask
{
    private readonly Task? _task;

    internal PooledTask(Task task) => _task = task;

    /// <summary>Whether this is a default instance, without a task.</summary>
    public bool IsNull => _task is null;

    /// <summary>The task.</summary>
    public static implicit operator Task(in PooledTask task) => task.AsTask();

    /// <summary>The task; for a default instance, a completed task.</summary>
    public Task AsTask() => _task ?? Task.CompletedTask;

    /// <inheritdoc cref="PooledTask{T}.GetAwaiter"/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public TaskAwaiter GetAwaiter() => AsTask().GetAwaiter();

    /// <inheritdoc cref="PooledTask{T}.ConfigureAwait"/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public ConfiguredTaskAwaitable ConfigureAwait(bool continueOnCapturedContext) => AsTask().ConfigureAwait(continueOnCapturedContext);

    /// <summary>The type's name.</summary>
    public override string ToString() => nameof(PooledTask);
}

/// <summary>A <see cref="Task{TResult}"/> of an <c>async</c> method whose state machine is pooled. In a Release build a method that
/// suspends allocates the Task alone. One that doesn't suspend allocates like <c>Task.FromResult</c>, or nothing for common
/// results.</summary>
/// <remarks>The Task may be awaited many times and is never recycled.</remarks>
/// <example><code>
/// static async PooledTask&lt;int&gt; SumAsync(Stream stream) =&gt; await ReadAsync(stream) + await ReadAsync(stream);
///
/// // A real Task: it may be stored and awaited many times.
/// static Task&lt;int&gt; Sum(Stream stream) =&gt; SumAsync(stream);
/// </code></example>
[AsyncMethodBuilder(typeof(PooledTaskMethodBuilder<>))]
public readonly partial record struct PooledTask<T>
{
    private readonly Task<T>? _task;

    internal PooledTask(Task<T> task) => _task = task;

    /// <summary>Whether this is a default instance, without a task.</summary>
    public bool IsNull => _task is null;

    /// <summary>The task.</summary>
    public static implicit operator Task<T>(in PooledTask<T> task) => task.AsTask();

    /// <summary>The task; for a default instance, a completed task with the default result.</summary>
    public Task<T> AsTask() => _task ?? Task.FromResult(default(T)!);

    /// <summary>Gets the awaiter; for the compiler.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public TaskAwaiter<T> GetAwaiter() => AsTask().GetAwaiter();

    /// <summary>Configures where the awaiting method continues.</summary>
    /// <param name="continueOnCapturedContext">True to continue on the captured SynchronizationContext or TaskScheduler.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public ConfiguredTaskAwaitable<T> ConfigureAwait(bool continueOnCapturedContext) => AsTask().ConfigureAwait(continueOnCapturedContext);

    /// <summary>The type's name.</summary>
    public override string ToString() => nameof(PooledTask);
}
