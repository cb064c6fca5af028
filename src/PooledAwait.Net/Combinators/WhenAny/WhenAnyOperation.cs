using System;
using System.Threading.Tasks;

namespace PooledAwait;

/// <summary>
/// Waits for the first of several inputs. Each pending one gets a <see cref="Listener{T}"/>; a late input is consumed by its listener,
/// perhaps while this object serves another use.
/// </summary>
/// <typeparam name="T">The inputs' result; <see cref="VoidResult"/> if they have none.</typeparam>
/// <typeparam name="TCompletion">The kind of completion.</typeparam>
internal sealed class WhenAnyOperation<T, TCompletion> : RacedOperation<TCompletion>, IInputObserver<T>
    where TCompletion : struct, ICompletion<TCompletion, T>
{
    private static readonly OperationPool s_pool = OperationPools.Create(typeof(WhenAnyOperation<T, TCompletion>));

    /// <summary>During the setup: the inputs that were pending when they were added.</summary>
    private GrowingBuffer<Input> _pending;

    /// <summary>During the setup: the first input that was already complete.</summary>
    private TCompletion? _first;

    /// <summary>During the setup: null, or the failure that says that an input can't be awaited.</summary>
    private object? _mistake;

    private WhenAnyOperation()
        : base(s_pool)
    {
    }

    /// <summary>Waits for tasks with results.</summary>
    internal static PooledValueTask<TCompletion> Run(ReadOnlySpan<PooledValueTask<T>> tasks)
    {
        WhenAnyOperation<T, TCompletion> any = Rent(tasks.Length);
        for (int i = 0; i < tasks.Length; i++)
        {
            any.Add(i, tasks[i]);
        }

        return any.Start();
    }

    /// <inheritdoc cref="Run(ReadOnlySpan{PooledValueTask{T}})"/>
    internal static PooledValueTask<TCompletion> Run(ReadOnlySpan<ValueTask<T>> tasks)
    {
        WhenAnyOperation<T, TCompletion> any = Rent(tasks.Length);
        for (int i = 0; i < tasks.Length; i++)
        {
            any.Add(i, Bridge.Of(tasks[i]));
        }

        return any.Start();
    }

    /// <summary>Waits for tasks without results.</summary>
    internal static PooledValueTask<TCompletion> Run(ReadOnlySpan<PooledValueTask> tasks)
    {
        WhenAnyOperation<T, TCompletion> any = Rent(tasks.Length);
        for (int i = 0; i < tasks.Length; i++)
        {
            any.Add(i, tasks[i]);
        }

        return any.Start();
    }

    /// <inheritdoc cref="Run(ReadOnlySpan{PooledValueTask})"/>
    internal static PooledValueTask<TCompletion> Run(ReadOnlySpan<ValueTask> tasks)
    {
        WhenAnyOperation<T, TCompletion> any = Rent(tasks.Length);
        for (int i = 0; i < tasks.Length; i++)
        {
            any.Add(i, Bridge.Of(tasks[i]));
        }

        return any.Start();
    }

    Operation? IInputObserver<T>.Observe(short token, int index, T result, object? failure)
    {
        bool mistake = failure is not null && UnusableInputException.IsIn(failure);
        failure = Failure.MakeUnobserved(failure);
        TCompletion completion = mistake ? default : default(TCompletion).Of(index, result, failure);
        if (TryDecide(token, completion, mistake ? failure : null))
        {
            return TryEnd() ? this : null;
        }

        if (failure is not null)
        {
            Failure.ReportUnobserved(failure);
        }

        return null;
    }

    private static WhenAnyOperation<T, TCompletion> Rent(int count)
    {
        if (count == 0)
        {
            throw Failures.NoTasks("tasks");
        }

        return s_pool.TryRent<WhenAnyOperation<T, TCompletion>>() ?? new WhenAnyOperation<T, TCompletion>();
    }

    private void Add(int index, in PooledValueTask<T> task)
    {
        if (task._operation is null)
        {
            Complete(index, task._result, null);
        }
        else
        {
            Add(new Input(task._operation, task._token, index));
        }
    }

    private void Add(int index, in PooledValueTask task)
    {
        if (task._operation is null)
        {
            Complete(index, default!, null);
        }
        else
        {
            Add(new Input(task._operation, task._token, index));
        }
    }

    private void Add(in Input input)
    {
        try
        {
            if (input.IsCompleted)
            {
                object? failure = input.Consume(out T result);
                Complete(input.Index, result, failure);
            }
            else
            {
                _pending.Add(input);
            }
        }
        catch (InvalidOperationException exception)
        {
            _mistake = new UnusableInputException(exception);
        }
    }

    /// <summary>Takes an input that is already complete. The first of these wins.</summary>
    private void Complete(int index, T result, object? failure)
    {
        if (failure is not null && UnusableInputException.IsIn(failure))
        {
            _mistake = failure;
        }
        else if (_first is null)
        {
            _first = default(TCompletion).Of(index, result, Failure.MakeUnobserved(failure));
        }
        else if (failure is not null)
        {
            Failure.ReportUnobserved(failure);
        }
    }

    private PooledValueTask<TCompletion> Start()
    {
        short token = BeginSetup();
        for (int i = 0; i < _pending.Count; i++)
        {
            Listen(_pending[i], token);
        }

        if (_mistake is not null)
        {
            DecideInSetup(token, default, _mistake);
        }
        else if (_first is { } first)
        {
            // No listener competes with this input.
            DecideInSetup(token, first, null);
        }

        _pending.Clear();
        _first = null;
        _mistake = null;
        EndSetup();
        return new PooledValueTask<TCompletion>(this, default, token);
    }

    private void DecideInSetup(short token, in TCompletion completion, object? mistake)
    {
        if (TryDecide(token, completion, mistake))
        {
            LeaveToSetup();
        }
        else if (mistake is not null)
        {
            // An input completed during the setup and won.
            Failure.ReportUnobserved(mistake);
        }
    }

    private void Listen(in Input input, short token)
    {
        try
        {
            if (_first is not null || _mistake is not null || IsDecided(token))
            {
                input.Forget();
            }
            else
            {
                Listener<T>.Listen(input, this, token);
            }
        }
        catch (InvalidOperationException exception)
        {
            _mistake = new UnusableInputException(exception);
        }
    }
}
