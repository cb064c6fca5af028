using System;
using System.Threading;

namespace PooledAwait;

/// <summary>
/// Several inputs in the order of their completion. Each input has a listener that adds its outcome; one consumer takes the outcomes.
/// </summary>
/// <remarks>
/// The class is an operation because operations are pooled and have tokens. The end of the enumeration claims it; the last of that end and
/// all listeners consumes it. A sequence that is not enumerated to its end goes to the garbage collector.
/// </remarks>
/// <typeparam name="TCompletion">The kind of completion.</typeparam>
internal abstract class CompletionQueue<TCompletion> : Operation<VoidResult>
{
    /// <summary>Guards all fields. No callback runs under it.</summary>
    private ShortLock _lock;

    /// <summary>The outcomes that the consumer has not taken, in order, from <see cref="_first"/> on.</summary>
    private GrowingBuffer<TCompletion> _ready;

    /// <summary>Where in <see cref="_ready"/> the next outcome is; those before it are cleared.</summary>
    private int _first;

    /// <summary>The outcome that the consumer took last, and whether there is one. Earlier outcomes are not kept.</summary>
    private TCompletion? _current;
    private bool _hasCurrent;

    /// <summary>The number of outcomes that the consumer has not taken, future ones included.</summary>
    private int _left;

    /// <summary>The number of listeners that have not reported.</summary>
    private int _listening;

    /// <summary>The operation that the consumer awaits while no outcome is ready, with its token; otherwise null.</summary>
    private NextCompletion? _waiter;
    private short _waiterToken;

    private bool _isEnumerated;
    private bool _isDisposed;

    private protected CompletionQueue(OperationPool pool)
        : base(pool)
    {
    }

    /// <summary>Begins the only enumeration.</summary>
    /// <exception cref="InvalidOperationException">The sequence is, or was, enumerated.</exception>
    internal void Enumerate(short token)
    {
        _lock.Enter();
        try
        {
            if (_isEnumerated || !CanBeginCompletion(token))
            {
                throw Failures.EnumeratedTwice();
            }

            _isEnumerated = true;
        }
        finally
        {
            _lock.Exit();
        }
    }

    /// <summary>Takes the next outcome, or waits for it.</summary>
    /// <returns>False at the end.</returns>
    /// <exception cref="InvalidOperationException">The enumeration is over, or the last call's task is not complete yet.</exception>
    internal PooledValueTask<bool> MoveNext(short token, CancellationToken cancellationToken)
    {
        PooledValueTask<bool> next;
        _lock.Enter();
        try
        {
            if (!CanBeginCompletion(token))
            {
                throw Failures.EnumeratedTwice();
            }

            if (_waiter is not null)
            {
                throw Failures.AwaitedTwice();
            }

            if (_first < _ready.Count)
            {
                TakeFirst();
                return new PooledValueTask<bool>(true);
            }

            if (_left == 0)
            {
                return new PooledValueTask<bool>(false);
            }

            _waiter = NextCompletion.Rent();
            _waiterToken = _waiter.Token;
            next = new PooledValueTask<bool>(_waiter, default, _waiterToken);
        }
        finally
        {
            _lock.Exit();
        }

        return cancellationToken.CanBeCanceled ? next.WaitAsync(cancellationToken) : next;
    }

    /// <summary>The outcome taken last.</summary>
    /// <exception cref="InvalidOperationException">There is none, or the enumeration is over.</exception>
    internal TCompletion Current(short token)
    {
        _lock.Enter();
        try
        {
            if (!_hasCurrent || !CanBeginCompletion(token))
            {
                throw Failures.EnumeratedTwice();
            }

            return _current!;
        }
        finally
        {
            _lock.Exit();
        }
    }

    /// <summary>Ends the enumeration. The remaining inputs are consumed in the background. A second call does nothing.</summary>
    internal void Dispose(short token)
    {
        NextCompletion? waiter;
        short waiterToken;
        bool isLast;
        _lock.Enter();
        try
        {
            if (!TryBeginCompletion(token))
            {
                return;
            }

            _isDisposed = true;
            isLast = _listening == 0;
            waiter = _waiter;
            waiterToken = _waiterToken;
            _waiter = null;
            for (int i = _first; i < _ready.Count; i++)
            {
                ReportUnobserved(_ready[i]);
            }
        }
        finally
        {
            _lock.Exit();
        }

        if (isLast)
        {
            GoBack();
        }

        // A consumer that still waits, against the rules or canceled, reaches the end.
        waiter?.TrySucceed(waiterToken, false);
    }

    /// <summary>Begins a use.</summary>
    private protected void Begin(int total) => _left = total;

    /// <summary>Counts a listener, before it is registered.</summary>
    private protected void AddListener()
    {
        _lock.Enter();
        _listening++;
        _lock.Exit();
    }

    /// <summary>Adds an outcome.</summary>
    /// <param name="completion">The outcome.</param>
    /// <param name="fromListener">Whether a listener adds it.</param>
    /// <returns>The operation that this call completes, for the caller to publish; null if none.</returns>
    private protected Operation? Put(in TCompletion completion, bool fromListener)
    {
        NextCompletion? waiter;
        short waiterToken;
        _lock.Enter();
        try
        {
            if (fromListener)
            {
                _listening--;
            }

            if (!_isDisposed)
            {
                waiter = _waiter;
                if (waiter is null)
                {
                    _ready.Add(completion);
                    return null;
                }

                waiterToken = _waiterToken;
                _waiter = null;
                SetCurrent(completion);
            }
            else
            {
                ReportUnobserved(completion);
                if (_listening != 0)
                {
                    return null;
                }

                waiter = null;
                waiterToken = 0;
            }
        }
        finally
        {
            _lock.Exit();
        }

        if (waiter is not null)
        {
            return waiter.TryEnd(waiterToken, true) ? waiter : null;
        }

        GoBack();
        return null;
    }

    /// <summary>Reports a failure that no code will read.</summary>
    private protected abstract void ReportUnobserved(in TCompletion completion);

    /// <summary>Takes the first outcome that is ready, under the lock.</summary>
    private void TakeFirst()
    {
        SetCurrent(_ready.Take(_first));
        if (++_first == _ready.Count)
        {
            _ready.Restart();
            _first = 0;
        }
    }

    private void SetCurrent(in TCompletion completion)
    {
        _current = completion;
        _hasCurrent = true;
        _left--;
    }

    /// <summary>Returns to the pool, because no listener and no consumer refers to this object.</summary>
    private void GoBack()
    {
        short token = Token;
        _ready.Clear();
        _first = 0;
        _current = default;
        _hasCurrent = false;
        _left = 0;
        _isEnumerated = false;
        _isDisposed = false;
        Complete();
        Consume(token, out _);
    }
}
