namespace PooledAwait;

/// <summary>The outcomes of several tasks in the order in which they complete. <c>await foreach</c> over it allocates nothing; used as an
/// <see cref="IAsyncEnumerable{T}"/> it is boxed, and so is its enumerator.</summary>
/// <remarks>It can be enumerated once, by one consumer; the tasks may complete on any threads.</remarks>
/// <example><code>
/// await foreach ((int index, int value) in PooledValueTask.WhenEach([ReadAsync(stream), ReadAsync(other)]))
/// {
///     Console.WriteLine($"Task {index} has {value}");
/// }
/// </code></example>
/// <typeparam name="TCompletion"><see cref="Completion"/> or <see cref="Completion{T}"/>.</typeparam>
public readonly record struct CompletionSequence<TCompletion> : IAsyncEnumerable<TCompletion>
{
    /// <summary>Null in a default instance, which is empty.</summary>
    private readonly CompletionQueue<TCompletion>? _queue;
    private readonly short _token;

    internal CompletionSequence(CompletionQueue<TCompletion> queue)
    {
        _queue = queue;
        _token = queue.Token;
    }

    /// <summary>Begins the enumeration.</summary>
    /// <param name="cancellationToken">Ends the wait for the next completion with an OperationCanceledException.</param>
    /// <exception cref="InvalidOperationException">The sequence is, or was, enumerated.</exception>
    public Enumerator GetAsyncEnumerator(CancellationToken cancellationToken = default)
    {
        _queue?.Enumerate(_token);
        return new Enumerator(_queue, _token, cancellationToken);
    }

    IAsyncEnumerator<TCompletion> IAsyncEnumerable<TCompletion>.GetAsyncEnumerator(CancellationToken cancellationToken) =>
        GetAsyncEnumerator(cancellationToken);

    /// <summary>The type's name.</summary>
    public override string ToString() => nameof(CompletionSequence<TCompletion>);

    /// <summary>Goes through the sequence; for the compiler.</summary>
    public readonly struct Enumerator : IAsyncEnumerator<TCompletion>
    {
        private readonly CompletionQueue<TCompletion>? _queue;
        private readonly short _token;
        private readonly CancellationToken _cancellationToken;

        internal Enumerator(CompletionQueue<TCompletion>? queue, short token, CancellationToken cancellationToken)
        {
            _queue = queue;
            _token = token;
            _cancellationToken = cancellationToken;
        }

        /// <summary>The current completion.</summary>
        /// <exception cref="InvalidOperationException">There is none.</exception>
        public TCompletion Current => _queue is null ? throw Failures.EnumeratedTwice() : _queue.Current(_token);

        /// <summary>Advances to the next completion, and waits for it if necessary.</summary>
        /// <returns>A task whose result is false at the end; it fails if the enumeration is canceled.</returns>
        /// <exception cref="InvalidOperationException">The enumeration is over, or the last call's task is not complete yet.</exception>
        public PooledValueTask<bool> MoveNextAsync() => _queue is null ? default : _queue.MoveNext(_token, _cancellationToken);

        /// <summary>Ends the enumeration; tasks that have not completed are consumed in the background.</summary>
        public PooledValueTask DisposeAsync()
        {
            _queue?.Dispose(_token);
            return default;
        }

        ValueTask<bool> IAsyncEnumerator<TCompletion>.MoveNextAsync() => MoveNextAsync();

        ValueTask IAsyncDisposable.DisposeAsync() => DisposeAsync();
    }
}
