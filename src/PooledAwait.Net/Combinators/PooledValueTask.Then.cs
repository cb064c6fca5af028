using System;

namespace PooledAwait;

/// <content>Continuations as methods, for code that composes operations without being an async method.</content>
/// <remarks>
/// Each <c>Then</c> behaves as the async method that awaits this task and calls the continuation: it consumes this task,
/// passes its exception or cancellation on without calling, flows the ExecutionContext, and goes on in the current
/// SynchronizationContext or TaskScheduler. It allocates nothing; a static lambda with a captured value saves the closure.
/// </remarks>
public readonly partial struct PooledValueTask
{
    /// <summary>Continues with an action.</summary>
    /// <param name="continuation">What to do then.</param>
    /// <returns>A task that completes when that is done; await or forget it in this one's place.</returns>
    /// <exception cref="ArgumentNullException">The continuation is null.</exception>
    public PooledValueTask Then(Action continuation)
    {
        Continuations.Demand(continuation);
        Operation<VoidResult>? operation = ThenOperation<VoidResult, VoidResult, Continuations.Act>.Run(
            _operation, default, _token, new Continuations.Act(continuation), out _, out int token);
        return new PooledValueTask(operation, (short)token);
    }

    /// <summary>Continues with a function.</summary>
    /// <param name="continuation">Makes the new result.</param>
    /// <typeparam name="TResult">The new result.</typeparam>
    /// <returns>A task that completes when that is done; await or forget it in this one's place.</returns>
    /// <exception cref="ArgumentNullException">The continuation is null.</exception>
    public PooledValueTask<TResult> Then<TResult>(Func<TResult> continuation)
    {
        Continuations.Demand(continuation);
        Operation<TResult>? operation = ThenOperation<VoidResult, TResult, Continuations.Compute<TResult>>.Run(
            _operation, default, _token, new Continuations.Compute<TResult>(continuation), out TResult result, out int token);
        return new PooledValueTask<TResult>(operation, result, (short)token);
    }

    /// <summary>Continues with an operation.</summary>
    /// <param name="continuation">Starts the next operation, which the new task waits for.</param>
    /// <returns>A task that completes when that is done; await or forget it in this one's place.</returns>
    /// <exception cref="ArgumentNullException">The continuation is null.</exception>
    public PooledValueTask Then(Func<PooledValueTask> continuation)
    {
        Continuations.Demand(continuation);
        Operation<VoidResult>? operation = ThenOperation<VoidResult, VoidResult, Continuations.Start>.Run(
            _operation, default, _token, new Continuations.Start(continuation), out _, out int token);
        return new PooledValueTask(operation, (short)token);
    }

    /// <summary>Continues with an operation with a result.</summary>
    /// <param name="continuation">Starts the next operation, which the new task waits for and whose result it has.</param>
    /// <typeparam name="TResult">The new result.</typeparam>
    /// <returns>A task that completes when that is done; await or forget it in this one's place.</returns>
    /// <exception cref="ArgumentNullException">The continuation is null.</exception>
    public PooledValueTask<TResult> Then<TResult>(Func<PooledValueTask<TResult>> continuation)
    {
        Continuations.Demand(continuation);
        Operation<TResult>? operation = ThenOperation<VoidResult, TResult, Continuations.StartComputing<TResult>>.Run(
            _operation, default, _token, new Continuations.StartComputing<TResult>(continuation), out TResult result, out int token);
        return new PooledValueTask<TResult>(operation, result, (short)token);
    }

    /// <summary>Continues with an action, which gets a captured value.</summary>
    /// <param name="state">The captured value, so that the lambda can be static.</param>
    /// <param name="continuation">What to do then.</param>
    /// <typeparam name="TState">The captured value.</typeparam>
    /// <returns>A task that completes when that is done; await or forget it in this one's place.</returns>
    /// <exception cref="ArgumentNullException">The continuation is null.</exception>
    public PooledValueTask Then<TState>(TState state, Action<TState> continuation)
    {
        Continuations.Demand(continuation);
        Operation<VoidResult>? operation = ThenOperation<VoidResult, VoidResult, Continuations.ActWith<TState>>.Run(
            _operation, default, _token, new Continuations.ActWith<TState>(state, continuation), out _, out int token);
        return new PooledValueTask(operation, (short)token);
    }

    /// <summary>Continues with a function, which gets a captured value.</summary>
    /// <param name="state">The captured value, so that the lambda can be static.</param>
    /// <param name="continuation">Makes the new result.</param>
    /// <typeparam name="TState">The captured value.</typeparam>
    /// <typeparam name="TResult">The new result.</typeparam>
    /// <returns>A task that completes when that is done; await or forget it in this one's place.</returns>
    /// <exception cref="ArgumentNullException">The continuation is null.</exception>
    public PooledValueTask<TResult> Then<TState, TResult>(TState state, Func<TState, TResult> continuation)
    {
        Continuations.Demand(continuation);
        Operation<TResult>? operation =
            ThenOperation<VoidResult, TResult, Continuations.ComputeWith<TState, TResult>>.Run(
                _operation, default, _token, new Continuations.ComputeWith<TState, TResult>(state, continuation),
                out TResult result, out int token);
        return new PooledValueTask<TResult>(operation, result, (short)token);
    }

    /// <summary>Continues with an operation, which gets a captured value.</summary>
    /// <param name="state">The captured value, so that the lambda can be static.</param>
    /// <param name="continuation">Starts the next operation, which the new task waits for.</param>
    /// <typeparam name="TState">The captured value.</typeparam>
    /// <returns>A task that completes when that is done; await or forget it in this one's place.</returns>
    /// <exception cref="ArgumentNullException">The continuation is null.</exception>
    public PooledValueTask Then<TState>(TState state, Func<TState, PooledValueTask> continuation)
    {
        Continuations.Demand(continuation);
        Operation<VoidResult>? operation = ThenOperation<VoidResult, VoidResult, Continuations.StartWith<TState>>.Run(
            _operation, default, _token, new Continuations.StartWith<TState>(state, continuation), out _, out int token);
        return new PooledValueTask(operation, (short)token);
    }

    /// <summary>Continues with an operation with a result, which gets a captured value.</summary>
    /// <param name="state">The captured value, so that the lambda can be static.</param>
    /// <param name="continuation">Starts the next operation, which the new task waits for and whose result it has.</param>
    /// <typeparam name="TState">The captured value.</typeparam>
    /// <typeparam name="TResult">The new result.</typeparam>
    /// <returns>A task that completes when that is done; await or forget it in this one's place.</returns>
    /// <exception cref="ArgumentNullException">The continuation is null.</exception>
    public PooledValueTask<TResult> Then<TState, TResult>(TState state, Func<TState, PooledValueTask<TResult>> continuation)
    {
        Continuations.Demand(continuation);
        Operation<TResult>? operation =
            ThenOperation<VoidResult, TResult, Continuations.StartComputingWith<TState, TResult>>.Run(
                _operation, default, _token, new Continuations.StartComputingWith<TState, TResult>(state, continuation),
                out TResult result, out int token);
        return new PooledValueTask<TResult>(operation, result, (short)token);
    }
}
