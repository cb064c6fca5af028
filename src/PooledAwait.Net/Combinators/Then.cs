using System;

namespace PooledAwait;

/// <content>Continuations as methods, for code that composes operations without an async method.</content>
/// <remarks>
/// Each <c>Then</c> behaves as an async method that awaits this task and calls the continuation. It consumes this task. After a failure or
/// a cancellation it skips the continuation. It captures and restores the ExecutionContext, and continues on the current
/// SynchronizationContext or TaskScheduler. It allocates nothing; a static lambda with a captured value saves the closure.
/// </remarks>
public readonly partial struct PooledValueTask
{
    /// <summary>Continues with an action.</summary>
    /// <param name="continuation">Called when the task has completed successfully.</param>
    /// <returns>A task that completes after the continuation; await or forget it instead of this task.</returns>
    /// <exception cref="ArgumentNullException">The continuation is null.</exception>
    public PooledValueTask Then(Action continuation)
    {
        Failures.ThrowIfNull(continuation);
        return WithoutResult(ThenOperation<VoidResult, VoidResult, Continuations.Act>.Run(
            WithVoidResult, new Continuations.Act(continuation)));
    }

    /// <summary>Continues with a function.</summary>
    /// <param name="continuation">Computes the new result.</param>
    /// <typeparam name="TResult">The new result.</typeparam>
    /// <returns>A task that completes after the continuation; await or forget it instead of this task.</returns>
    /// <exception cref="ArgumentNullException">The continuation is null.</exception>
    public PooledValueTask<TResult> Then<TResult>(Func<TResult> continuation)
    {
        Failures.ThrowIfNull(continuation);
        return ThenOperation<VoidResult, TResult, Continuations.Compute<TResult>>.Run(
            WithVoidResult, new Continuations.Compute<TResult>(continuation));
    }

    /// <summary>Continues with an operation.</summary>
    /// <param name="continuation">Starts the next operation, which the new task waits for.</param>
    /// <returns>A task that completes after the continuation; await or forget it instead of this task.</returns>
    /// <exception cref="ArgumentNullException">The continuation is null.</exception>
    public PooledValueTask Then(Func<PooledValueTask> continuation)
    {
        Failures.ThrowIfNull(continuation);
        return WithoutResult(ThenOperation<VoidResult, VoidResult, Continuations.Start>.Run(
            WithVoidResult, new Continuations.Start(continuation)));
    }

    /// <summary>Continues with an operation with a result.</summary>
    /// <param name="continuation">Starts the next operation, whose result the new task has.</param>
    /// <typeparam name="TResult">The new result.</typeparam>
    /// <returns>A task that completes after the continuation; await or forget it instead of this task.</returns>
    /// <exception cref="ArgumentNullException">The continuation is null.</exception>
    public PooledValueTask<TResult> Then<TResult>(Func<PooledValueTask<TResult>> continuation)
    {
        Failures.ThrowIfNull(continuation);
        return ThenOperation<VoidResult, TResult, Continuations.StartComputing<TResult>>.Run(
            WithVoidResult, new Continuations.StartComputing<TResult>(continuation));
    }

    /// <summary>Continues with an action, which gets a captured value.</summary>
    /// <param name="state">The captured value, so that the lambda can be static.</param>
    /// <param name="continuation">Called when the task has completed successfully.</param>
    /// <typeparam name="TState">The captured value.</typeparam>
    /// <returns>A task that completes after the continuation; await or forget it instead of this task.</returns>
    /// <exception cref="ArgumentNullException">The continuation is null.</exception>
    public PooledValueTask Then<TState>(TState state, Action<TState> continuation)
    {
        Failures.ThrowIfNull(continuation);
        return WithoutResult(ThenOperation<VoidResult, VoidResult, Continuations.ActWith<TState>>.Run(
            WithVoidResult, new Continuations.ActWith<TState>(state, continuation)));
    }

    /// <summary>Continues with a function, which gets a captured value.</summary>
    /// <param name="state">The captured value, so that the lambda can be static.</param>
    /// <param name="continuation">Computes the new result.</param>
    /// <typeparam name="TState">The captured value.</typeparam>
    /// <typeparam name="TResult">The new result.</typeparam>
    /// <returns>A task that completes after the continuation; await or forget it instead of this task.</returns>
    /// <exception cref="ArgumentNullException">The continuation is null.</exception>
    public PooledValueTask<TResult> Then<TState, TResult>(TState state, Func<TState, TResult> continuation)
    {
        Failures.ThrowIfNull(continuation);
        return ThenOperation<VoidResult, TResult, Continuations.ComputeWith<TState, TResult>>.Run(
            WithVoidResult, new Continuations.ComputeWith<TState, TResult>(state, continuation));
    }

    /// <summary>Continues with an operation, which gets a captured value.</summary>
    /// <param name="state">The captured value, so that the lambda can be static.</param>
    /// <param name="continuation">Starts the next operation, which the new task waits for.</param>
    /// <typeparam name="TState">The captured value.</typeparam>
    /// <returns>A task that completes after the continuation; await or forget it instead of this task.</returns>
    /// <exception cref="ArgumentNullException">The continuation is null.</exception>
    public PooledValueTask Then<TState>(TState state, Func<TState, PooledValueTask> continuation)
    {
        Failures.ThrowIfNull(continuation);
        return WithoutResult(ThenOperation<VoidResult, VoidResult, Continuations.StartWith<TState>>.Run(
            WithVoidResult, new Continuations.StartWith<TState>(state, continuation)));
    }

    /// <summary>Continues with an operation with a result, which gets a captured value.</summary>
    /// <param name="state">The captured value, so that the lambda can be static.</param>
    /// <param name="continuation">Starts the next operation, whose result the new task has.</param>
    /// <typeparam name="TState">The captured value.</typeparam>
    /// <typeparam name="TResult">The new result.</typeparam>
    /// <returns>A task that completes after the continuation; await or forget it instead of this task.</returns>
    /// <exception cref="ArgumentNullException">The continuation is null.</exception>
    public PooledValueTask<TResult> Then<TState, TResult>(TState state, Func<TState, PooledValueTask<TResult>> continuation)
    {
        Failures.ThrowIfNull(continuation);
        return ThenOperation<VoidResult, TResult, Continuations.StartComputingWith<TState, TResult>>.Run(
            WithVoidResult, new Continuations.StartComputingWith<TState, TResult>(state, continuation));
    }
}

/// <content>Continuations as methods, for code that composes operations without an async method.</content>
/// <remarks>
/// Each <c>Then</c> behaves as an async method that awaits this task and calls the continuation. It consumes this task. After a failure or
/// a cancellation it skips the continuation. It captures and restores the ExecutionContext, and continues on the current
/// SynchronizationContext or TaskScheduler. It allocates nothing; a static lambda with a captured value saves the closure.
/// </remarks>
public readonly partial struct PooledValueTask<T>
{
    /// <summary>Continues with an action, which gets the result.</summary>
    /// <param name="continuation">Called with the result of the task.</param>
    /// <returns>A task that completes after the continuation; await or forget it instead of this task.</returns>
    /// <exception cref="ArgumentNullException">The continuation is null.</exception>
    public PooledValueTask Then(Action<T> continuation)
    {
        Failures.ThrowIfNull(continuation);
        return PooledValueTask.WithoutResult(ThenOperation<T, VoidResult, Continuations.Act<T>>.Run(
            this, new Continuations.Act<T>(continuation)));
    }

    /// <summary>Continues with a function, which gets the result.</summary>
    /// <param name="continuation">Computes the new result.</param>
    /// <typeparam name="TResult">The new result.</typeparam>
    /// <returns>A task that completes after the continuation; await or forget it instead of this task.</returns>
    /// <exception cref="ArgumentNullException">The continuation is null.</exception>
    public PooledValueTask<TResult> Then<TResult>(Func<T, TResult> continuation)
    {
        Failures.ThrowIfNull(continuation);
        return ThenOperation<T, TResult, Continuations.Compute<T, TResult>>.Run(this, new Continuations.Compute<T, TResult>(continuation));
    }

    /// <summary>Continues with an operation, which gets the result.</summary>
    /// <param name="continuation">Starts the next operation, which the new task waits for.</param>
    /// <returns>A task that completes after the continuation; await or forget it instead of this task.</returns>
    /// <exception cref="ArgumentNullException">The continuation is null.</exception>
    public PooledValueTask Then(Func<T, PooledValueTask> continuation)
    {
        Failures.ThrowIfNull(continuation);
        return PooledValueTask.WithoutResult(ThenOperation<T, VoidResult, Continuations.Start<T>>.Run(
            this, new Continuations.Start<T>(continuation)));
    }

    /// <summary>Continues with an operation with a result, which gets the result.</summary>
    /// <param name="continuation">Starts the next operation, whose result the new task has.</param>
    /// <typeparam name="TResult">The new result.</typeparam>
    /// <returns>A task that completes after the continuation; await or forget it instead of this task.</returns>
    /// <exception cref="ArgumentNullException">The continuation is null.</exception>
    public PooledValueTask<TResult> Then<TResult>(Func<T, PooledValueTask<TResult>> continuation)
    {
        Failures.ThrowIfNull(continuation);
        return ThenOperation<T, TResult, Continuations.StartComputing<T, TResult>>.Run(
            this, new Continuations.StartComputing<T, TResult>(continuation));
    }

    /// <summary>Continues with an action, which gets the result and a captured value.</summary>
    /// <param name="state">The captured value, so that the lambda can be static.</param>
    /// <param name="continuation">Called with the result of the task.</param>
    /// <typeparam name="TState">The captured value.</typeparam>
    /// <returns>A task that completes after the continuation; await or forget it instead of this task.</returns>
    /// <exception cref="ArgumentNullException">The continuation is null.</exception>
    public PooledValueTask Then<TState>(TState state, Action<T, TState> continuation)
    {
        Failures.ThrowIfNull(continuation);
        return PooledValueTask.WithoutResult(ThenOperation<T, VoidResult, Continuations.ActWith<T, TState>>.Run(
            this, new Continuations.ActWith<T, TState>(state, continuation)));
    }

    /// <summary>Continues with a function, which gets the result and a captured value.</summary>
    /// <param name="state">The captured value, so that the lambda can be static.</param>
    /// <param name="continuation">Computes the new result.</param>
    /// <typeparam name="TState">The captured value.</typeparam>
    /// <typeparam name="TResult">The new result.</typeparam>
    /// <returns>A task that completes after the continuation; await or forget it instead of this task.</returns>
    /// <exception cref="ArgumentNullException">The continuation is null.</exception>
    public PooledValueTask<TResult> Then<TState, TResult>(TState state, Func<T, TState, TResult> continuation)
    {
        Failures.ThrowIfNull(continuation);
        return ThenOperation<T, TResult, Continuations.ComputeWith<T, TState, TResult>>.Run(
            this, new Continuations.ComputeWith<T, TState, TResult>(state, continuation));
    }

    /// <summary>Continues with an operation, which gets the result and a captured value.</summary>
    /// <param name="state">The captured value, so that the lambda can be static.</param>
    /// <param name="continuation">Starts the next operation, which the new task waits for.</param>
    /// <typeparam name="TState">The captured value.</typeparam>
    /// <returns>A task that completes after the continuation; await or forget it instead of this task.</returns>
    /// <exception cref="ArgumentNullException">The continuation is null.</exception>
    public PooledValueTask Then<TState>(TState state, Func<T, TState, PooledValueTask> continuation)
    {
        Failures.ThrowIfNull(continuation);
        return PooledValueTask.WithoutResult(ThenOperation<T, VoidResult, Continuations.StartWith<T, TState>>.Run(
            this, new Continuations.StartWith<T, TState>(state, continuation)));
    }

    /// <summary>Continues with an operation with a result, which gets the result and a captured value.</summary>
    /// <param name="state">The captured value, so that the lambda can be static.</param>
    /// <param name="continuation">Starts the next operation, whose result the new task has.</param>
    /// <typeparam name="TState">The captured value.</typeparam>
    /// <typeparam name="TResult">The new result.</typeparam>
    /// <returns>A task that completes after the continuation; await or forget it instead of this task.</returns>
    /// <exception cref="ArgumentNullException">The continuation is null.</exception>
    public PooledValueTask<TResult> Then<TState, TResult>(TState state, Func<T, TState, PooledValueTask<TResult>> continuation)
    {
        Failures.ThrowIfNull(continuation);
        return ThenOperation<T, TResult, Continuations.StartComputingWith<T, TState, TResult>>.Run(
            this, new Continuations.StartComputingWith<T, TState, TResult>(state, continuation));
    }
}
