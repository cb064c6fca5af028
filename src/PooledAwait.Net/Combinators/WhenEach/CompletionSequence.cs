using System;
using System.Collections.Generic;
using System.Runtime.CompilerServices;
using System.Threading;

namespace PooledAwait;

/// <summary>
/// The outcomes of several tasks in the order in which they complete. <c>await foreach</c> over it allocates nothing; used as
/// an <see cref="IAsyncEnumerable{T}"/> it is boxed, and so is its enumerator.
/// </summary>
/// <remarks>It can be enumerated once, by one consumer; the tasks may complete on any threads.</remarks>
/// <example>
/// <code>
/// await foreach ((int index, int value) in PooledValueTask.WhenEach([ReadAsync(stream), ReadAsync(other)]))
/// {
///     Console.WriteLine($"Task {index} has {value}");
/// }
/// </code>
/// </example>
/// <typeparam name="TCompletion"><see cref="Completion"/> or <see cref="Completion{T}"/>.</typeparam>
public readonly partial struct CompletionSequence<TCompletion> : IAsyncEnumerable<TCompletion>, IEquatable<CompletionSequence<TCompletion>>
{
    /// <summary>Null in a default instance, which is empty.</summary>
    private readonly CompletionQueue<TCompletion>? _queue;
    private readonly short _token;

    internal CompletionSequence(CompletionQueue<TCompletion> queue)
    {
        _queue = queue;
        _token = queue.Token;
    }

    /// <summary>Compares two sequences.</summary>
    /// <param name="left">One sequence.</param>
    /// <param name="right">The other.</param>
    public static bool operator ==(CompletionSequence<TCompletion> left, CompletionSequence<TCompletion> right) => left.Equals(right);

    /// <summary>Compares two sequences.</summary>
    /// <param name="left">One sequence.</param>
    /// <param name="right">The other.</param>
    public static bool operator !=(CompletionSequence<TCompletion> left, CompletionSequence<TCompletion> right) => !left.Equals(right);

    /// <summary>Begins the enumeration.</summary>
    /// <param name="cancellationToken">Ends the waiting for the next completion with an OperationCanceledException.</param>
    /// <exception cref="InvalidOperationException">The sequence is, or was, enumerated.</exception>
    public Enumerator GetAsyncEnumerator(CancellationToken cancellationToken = default)
    {
        _queue?.Enumerate(_token);
        return new Enumerator(_queue, _token, cancellationToken);
    }

    IAsyncEnumerator<TCompletion> IAsyncEnumerable<TCompletion>.GetAsyncEnumerator(CancellationToken cancellationToken) =>
        GetAsyncEnumerator(cancellationToken);

    /// <inheritdoc/>
    public bool Equals(CompletionSequence<TCompletion> other) => ReferenceEquals(_queue, other._queue) && _token == other._token;

    /// <inheritdoc/>
    public override bool Equals(object? obj) => obj is CompletionSequence<TCompletion> other && Equals(other);

    /// <inheritdoc/>
    public override int GetHashCode() => _queue is null ? 0 : RuntimeHelpers.GetHashCode(_queue) ^ _token;

    /// <summary>The type's name.</summary>
    public override string ToString() => nameof(CompletionSequence<TCompletion>);
}
