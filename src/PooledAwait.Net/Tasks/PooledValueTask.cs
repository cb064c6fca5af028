using System;
using System.Diagnostics;
using System.Runtime.CompilerServices;
using System.Threading.Tasks;
using PooledAwait.MethodBuilders;

namespace PooledAwait;

/// <summary>
/// A <see cref="ValueTask"/> whose operation is pooled: an <c>async</c> method that returns it allocates nothing, whether
/// it suspends or not.
/// </summary>
/// <inheritdoc cref="PooledValueTask{T}" path="/remarks"/>
[AsyncMethodBuilder(typeof(PooledValueTaskMethodBuilder))]
[DebuggerDisplay("{DebuggerDisplay,nq}")]
public readonly partial struct PooledValueTask : IEquatable<PooledValueTask>
{
    /// <summary>The operation; null when it is complete without one.</summary>
    internal readonly Operation<VoidResult>? _operation;
    internal readonly short _token;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal PooledValueTask(Operation<VoidResult>? operation, short token)
    {
        _operation = operation;
        _token = token;
    }

    /// <inheritdoc cref="PooledValueTask{T}.IsNull"/>
    public bool IsNull => _operation is null;

    private string DebuggerDisplay => _operation is null ? "Completed" : _operation.Describe(_token);

    /// <summary>Compares two tasks.</summary>
    /// <param name="left">One task.</param>
    /// <param name="right">The other.</param>
    public static bool operator ==(PooledValueTask left, PooledValueTask right) => left.Equals(right);

    /// <summary>Compares two tasks.</summary>
    /// <param name="left">One task.</param>
    /// <param name="right">The other.</param>
    public static bool operator !=(PooledValueTask left, PooledValueTask right) => !left.Equals(right);

    /// <summary>The same operation as a ValueTask; consume one of the two.</summary>
    /// <param name="task">The task.</param>
    public static implicit operator ValueTask(in PooledValueTask task) => task.AsValueTask();

    /// <inheritdoc cref="PooledValueTask{T}.AsValueTask"/>
    public ValueTask AsValueTask() => _operation is null ? default : new ValueTask(_operation, _token);

    /// <inheritdoc cref="PooledValueTask{T}.GetAwaiter"/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public PooledValueTaskAwaiter GetAwaiter() => new(_operation, _token, continueOnCapturedContext: true);

    /// <inheritdoc cref="PooledValueTask{T}.ConfigureAwait"/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public ConfiguredPooledValueTaskAwaitable ConfigureAwait(bool continueOnCapturedContext) =>
        new(_operation, _token, continueOnCapturedContext);

    /// <inheritdoc cref="PooledValueTask{T}.Forget"/>
    public void Forget() => _operation?.Forget(_token, Forgotten.AsUnobserved);

    /// <inheritdoc/>
    public bool Equals(PooledValueTask other) => ReferenceEquals(_operation, other._operation) && _token == other._token;

    /// <inheritdoc/>
    public override bool Equals(object? obj) => obj is PooledValueTask other && Equals(other);

    /// <inheritdoc/>
    public override int GetHashCode() => _operation is null ? 0 : RuntimeHelpers.GetHashCode(_operation) ^ _token;

    /// <summary>The type's name.</summary>
    public override string ToString() => nameof(PooledValueTask);
}
