using System;
using System.Runtime.CompilerServices;
using System.Threading.Tasks;
using PooledAwait.MethodBuilders;

namespace PooledAwait;

/// <summary>
/// A <see cref="Task"/> of an <c>async</c> method whose state machine is pooled. In a Release build a method that suspends allocates the
/// Task alone; one that does not suspend allocates nothing.
/// </summary>
/// <inheritdoc cref="PooledTask{T}" path="/remarks"/>
/// <example>
/// <code>
/// static async PooledTask SkipAsync(Stream stream) =&gt; await ReadAsync(stream);
///
/// // A real Task: it may be stored and awaited many times.
/// static Task Skip(Stream stream) =&gt; SkipAsync(stream);
/// </code>
/// </example>
[AsyncMethodBuilder(typeof(PooledTaskMethodBuilder))]
public readonly partial struct PooledTask : IEquatable<PooledTask>
{
    private readonly Task? _task;

    internal PooledTask(Task task) => _task = task;

    /// <summary>Whether this is a default instance, without a task.</summary>
    public bool IsNull => _task is null;

    /// <summary>Compares two tasks.</summary>
    /// <param name="left">One task.</param>
    /// <param name="right">The other.</param>
    public static bool operator ==(PooledTask left, PooledTask right) => left.Equals(right);

    /// <summary>Compares two tasks.</summary>
    /// <param name="left">One task.</param>
    /// <param name="right">The other.</param>
    public static bool operator !=(PooledTask left, PooledTask right) => !left.Equals(right);

    /// <summary>The task.</summary>
    /// <param name="task">The wrapped task.</param>
    public static implicit operator Task(in PooledTask task) => task.AsTask();

    /// <summary>The task; for a default instance, a completed task.</summary>
    public Task AsTask() => _task ?? Task.CompletedTask;

    /// <inheritdoc cref="PooledTask{T}.GetAwaiter"/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public TaskAwaiter GetAwaiter() => AsTask().GetAwaiter();

    /// <inheritdoc cref="PooledTask{T}.ConfigureAwait"/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public ConfiguredTaskAwaitable ConfigureAwait(bool continueOnCapturedContext) => AsTask().ConfigureAwait(continueOnCapturedContext);

    /// <inheritdoc/>
    public bool Equals(PooledTask other) => ReferenceEquals(_task, other._task);

    /// <inheritdoc/>
    public override bool Equals(object? obj) => obj is PooledTask other && Equals(other);

    /// <inheritdoc/>
    public override int GetHashCode() => _task is null ? 0 : _task.GetHashCode();

    /// <summary>The type's name.</summary>
    public override string ToString() => nameof(PooledTask);
}
