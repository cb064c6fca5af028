using System;

namespace PooledAwait;

/// <summary>
/// Waits for several inputs, one after the other. This ends when the last input completes, in whatever order, and needs one object and one
/// registration at a time. The object is a waiter that its inputs resume.
/// </summary>
/// <typeparam name="TResult">The results of the inputs, in the shape that the caller gets.</typeparam>
internal abstract class WhenAllOperation<TResult> : Operation<TResult>, IWaiter
{
    /// <summary>The inputs that were pending when they were added; written until <see cref="Start"/>.</summary>
    private GrowingBuffer<Input> _pending;

    /// <summary>
    /// How many of <see cref="_pending"/> are consumed. Written by the thread that resumes this waiter; one thread at a time does.
    /// </summary>
    private int _next;

    private FailureCollector _failures;

    private protected WhenAllOperation(OperationPool pool)
        : base(pool)
    {
    }

    internal override Operation? ResumeWaiter(ThreadState thread)
    {
        if (!Advance())
        {
            return null;
        }

        Finish();
        return this;
    }

    /// <summary>Adds an input with a result; consumes it if it is complete.</summary>
    /// <param name="index">Which input it is.</param>
    /// <param name="task">The input.</param>
    /// <param name="result">Receives its result.</param>
    private protected void Add<T>(int index, in PooledValueTask<T> task, ref T result)
    {
        if (task._operation is null)
        {
            result = task._result;
        }
        else
        {
            Add(new Input(task._operation, task._token, index));
        }
    }

    /// <summary>Adds an input; consumes it if it is complete.</summary>
    private protected void Add(in Input input)
    {
        try
        {
            if (input.IsCompleted)
            {
                Take(input);
            }
            else
            {
                _pending.Add(input);
            }
        }
        catch (InvalidOperationException exception)
        {
            AddMistake(input.Index, exception);
        }
    }

    /// <summary>Waits for what is pending.</summary>
    /// <returns>The token of the caller's handle.</returns>
    private protected short Start()
    {
        short token = Token;
        if (Advance())
        {
            // No handle exists yet, so that no awaiter can be registered.
            Finish();
            Complete();
        }

        return token;
    }

    /// <summary>Consumes an input and stores its result.</summary>
    /// <returns>Null, or the failure.</returns>
    /// <exception cref="InvalidOperationException">The input was consumed elsewhere.</exception>
    private protected abstract object? ConsumeInput(in Input input);

    /// <summary>Clears the references of this use before the object completes.</summary>
    private protected virtual void Clear()
    {
    }

    /// <returns>Whether all inputs are consumed. If not, this waiter is registered, and may already run on another thread.</returns>
    private bool Advance()
    {
        while (_next < _pending.Count)
        {
            ref readonly Input input = ref _pending[_next];
            try
            {
                if (!input.IsCompleted)
                {
                    input.Register(this);
                    return false;
                }

                Take(input);
            }
            catch (InvalidOperationException exception)
            {
                AddMistake(input.Index, exception);
            }

            _next++;
        }

        return true;
    }

    private void Take(in Input input)
    {
        object? failure = ConsumeInput(input);
        if (failure is not null)
        {
            _failures.Add(input.Index, failure);
        }
    }

    private void AddMistake(int index, InvalidOperationException exception) =>
        _failures.Add(index, new UnusableInputException(exception));

    private void Finish()
    {
        _pending.Clear();
        _next = 0;
        Clear();
        object? failure = _failures.Take();
        if (failure is not null)
        {
            ClearResult();
        }

        SetFailure(failure);
    }
}
