using System;
using System.Collections.Generic;
using System.Diagnostics.CodeAnalysis;
using System.Threading;
using System.Threading.Tasks;

namespace PooledAwait;

/// <content>The enumerator.</content>
public readonly partial struct CompletionSequence<TCompletion>
{
    /// <summary>Goes through the sequence; for the compiler.</summary>
    [SuppressMessage("Performance", "CA1815", Justification = "An enumerator: nobody compares them.")]
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
