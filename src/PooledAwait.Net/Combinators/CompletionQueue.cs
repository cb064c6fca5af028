namespace PooledAwait;

/// <summary>Inputs in the order of their completion: each adds its outcome, and one consumer takes the outcomes.</summary>
/// <remarks>This is an operation because operations are pooled and have tokens. Dispose claims it; Dispose or the last input, whichever
/// comes later, consumes it. A sequence that isn't enumerated to its end goes to the garbage collector, where its failures report
/// themselves.</remarks>
internal abstract class CompletionQueue<TCompletion>(OperationPool pool) : Operation<VoidResult>(pool)
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

    private int _pending;

    /// <summary>What the consumer awaits while no outcome is ready, or null. Its result says whether there is a next outcome.</summary>
    private SourceOperation<bool>? _waiter;
    private short _waiterToken;

    /// <summary>Continuations run as the inputs' sources ask.</summary>
    private protected TaskCreationOptions _options;

    private bool _isEnumerated;
    private bool _isDisposed;

    internal void Enumerate(short token)
    {
        _lock.Enter();
        bool isFirst = !_isEnumerated && CanBeginCompletion(token);
        if (isFirst)
        {
            // Not written otherwise: with a stale token the field may belong to the next use.
            _isEnumerated = true;
        }

        _lock.Exit();
        if (!isFirst)
        {
            throw Failures.EnumeratedTwice();
        }
    }

    /// <summary>Takes the next outcome, or waits for it; the result is false at the end.</summary>
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
                SetCurrent(_ready.Take(_first));
                if (++_first == _ready.Count)
                {
                    _ready.Restart();
                    _first = 0;
                }

                return new PooledValueTask<bool>(true);
            }

            if (_left == 0)
            {
                return new PooledValueTask<bool>(false);
            }

            _waiter = SourceOperation<bool>.Rent(_options, Timeout.Infinite, TimeProvider.System, cancellationToken: default);
            _waiterToken = _waiter.Token;
            next = new PooledValueTask<bool>(_waiter, default, _waiterToken);
        }
        finally
        {
            _lock.Exit();
        }

        return cancellationToken.CanBeCanceled ? next.WaitAsync(cancellationToken) : next;
    }

    internal TCompletion Current(short token)
    {
        _lock.Enter();
        bool isValid = _hasCurrent && CanBeginCompletion(token);
        TCompletion? current = _current;
        _lock.Exit();
        return isValid ? current! : throw Failures.EnumeratedTwice();
    }

    /// <summary>Ends the enumeration. The remaining inputs are consumed in the background. A second call does nothing.</summary>
    internal void Dispose(short token)
    {
        SourceOperation<bool>? waiter;
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
            isLast = _pending == 0;
            waiter = _waiter;
            waiterToken = _waiterToken;
            _waiter = null;
            _ready.Clear();
        }
        finally
        {
            _lock.Exit();
        }

        if (isLast)
        {
            GoBack();
        }

        // If a consumer still waits, by mistake or after a cancellation, its MoveNextAsync returns false.
        waiter?.TrySucceed(waiterToken, false);
    }

    /// <summary>Begins a use. Each of the inputs calls <see cref="Put"/> once.</summary>
    private protected short Begin(int total)
    {
        _left = total;
        _pending = total;
        return Token;
    }

    /// <summary>Adds the outcome of an input. Returns the operation that this call completes, for the caller to publish, or null.</summary>
    private protected Operation? Put(in TCompletion completion)
    {
        SourceOperation<bool>? waiter;
        short waiterToken;
        _lock.Enter();
        try
        {
            _pending--;
            if (_isDisposed && _pending != 0)
            {
                return null;
            }

            waiter = _waiter; // null once disposed
            waiterToken = _waiterToken;
            if (waiter is not null)
            {
                _waiter = null;
                SetCurrent(completion);
            }
            else if (!_isDisposed)
            {
                _ready.Add(completion);
                return null;
            }
        }
        finally
        {
            _lock.Exit();
        }

        if (waiter is not null)
        {
            // The calling trampoline publishes it, so that the consumer resumes in constant stack.
            return waiter.TryDecide(waiterToken, true, failure: null) ? waiter : null;
        }

        GoBack();
        return null;
    }

    private void SetCurrent(in TCompletion completion)
    {
        _current = completion;
        _hasCurrent = true;
        _left--;
    }

    /// <summary>Returns to the pool, because no input and no consumer refers to this object.</summary>
    private void GoBack()
    {
        short token = Token;
        _ready.Clear();
        _first = 0;
        _current = default;
        _hasCurrent = false;
        _left = 0;
        _options = TaskCreationOptions.None;
        _isEnumerated = false;
        _isDisposed = false;
        Complete();
        Consume(token, out _);
    }
}

/// <summary>The side of the queue that knows the inputs.</summary>
[PublicName("PooledValueTask.WhenEach")]
internal sealed class CompletionQueue<T, TCompletion>() : CompletionQueue<TCompletion>(s_pool), IInputObserver<T>
    where TCompletion : struct, ICompletion<TCompletion, T>
{
    private static readonly OperationPool s_pool = OperationPools.Create(typeof(CompletionQueue<T, TCompletion>));

    internal static CompletionSequence<TCompletion> Run<TTask, TKind>(ReadOnlySpan<TTask> tasks)
        where TKind : struct, IInputKind<TTask, T>
    {
        CompletionQueue<T, TCompletion> queue = s_pool.TryRent<CompletionQueue<T, TCompletion>>() ?? new CompletionQueue<T, TCompletion>();
        short token = queue.Begin(tasks.Length);
        for (int i = 0; i < tasks.Length; i++)
        {
            // Listeners are resumed inside the completing thread, so that their order is that of the completions.
            PooledValueTask<T> task = default(TKind).ToPooled(tasks[i]);
            queue._options |= task._operation?.TakeOptions(task._token) ?? TaskCreationOptions.None;
            if (Listener<T>.Listen(task, i, queue, token) is { } mistake)
            {
                queue.Put(default(TCompletion).Of(i, default!, Failure.MakeUnobserved(mistake)));
            }
        }

        return new CompletionSequence<TCompletion>(queue);
    }

    /// <remarks>Ignores the token, because the queue is not recycled before its last input has completed.</remarks>
    Operation? IInputObserver<T>.Observe(short token, int index, T result, object? failure) =>
        Put(default(TCompletion).Of(index, result, Failure.MakeUnobserved(failure)));
}
