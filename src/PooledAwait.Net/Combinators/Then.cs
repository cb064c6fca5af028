using System;

namespace PooledAwait;

/// <content>Continuations as methods, for code that composes operations without an async method.</content>
/// <remarks>
/// Each <c>Then</c> behaves as an async method that awaits this task and calls the continuation. It consumes this task. After a failure or
/// a cancellation it skips the continuation. It captures and restores the ExecutionContext, and continues on the current
/// SynchronizationContext or TaskScheduler. It allocates nothing; a static lambda with a captured value saves the closure.
/// </remarks>
public readonly partial record struct PooledValueTask
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

    /// <inheritdoc cref="Then(Action)"/>
    /// <param name="state">The captured value, so that the lambda can be static.</param>
    /// <typeparam name="TState">The captured value.</typeparam>
    public PooledValueTask Then<TState>(TState state, Action<TState> continuation)
    {
        Failures.ThrowIfNull(continuation);
        return WithoutResult(ThenOperation<VoidResult, VoidResult, Continuations.ActWith<TState>>.Run(
            WithVoidResult, new Continuations.ActWith<TState>(state, continuation)));
    }

    /// <inheritdoc cref="Then{TResult}(Func{TResult})"/>
    /// <param name="state">The captured value, so that the lambda can be static.</param>
    /// <typeparam name="TState">The captured value.</typeparam>
    /// <typeparam name="TResult">The new result.</typeparam>
    public PooledValueTask<TResult> Then<TState, TResult>(TState state, Func<TState, TResult> continuation)
    {
        Failures.ThrowIfNull(continuation);
        return ThenOperation<VoidResult, TResult, Continuations.ComputeWith<TState, TResult>>.Run(
            WithVoidResult, new Continuations.ComputeWith<TState, TResult>(state, continuation));
    }

    /// <inheritdoc cref="Then(Func{PooledValueTask})"/>
    /// <param name="state">The captured value, so that the lambda can be static.</param>
    /// <typeparam name="TState">The captured value.</typeparam>
    public PooledValueTask Then<TState>(TState state, Func<TState, PooledValueTask> continuation)
    {
        Failures.ThrowIfNull(continuation);
        return WithoutResult(ThenOperation<VoidResult, VoidResult, Continuations.StartWith<TState>>.Run(
            WithVoidResult, new Continuations.StartWith<TState>(state, continuation)));
    }

    /// <inheritdoc cref="Then{TResult}(Func{PooledValueTask{TResult}})"/>
    /// <param name="state">The captured value, so that the lambda can be static.</param>
    /// <typeparam name="TState">The captured value.</typeparam>
    /// <typeparam name="TResult">The new result.</typeparam>
    public PooledValueTask<TResult> Then<TState, TResult>(TState state, Func<TState, PooledValueTask<TResult>> continuation)
    {
        Failures.ThrowIfNull(continuation);
        return ThenOperation<VoidResult, TResult, Continuations.StartComputingWith<TState, TResult>>.Run(
            WithVoidResult, new Continuations.StartComputingWith<TState, TResult>(state, continuation));
    }
}

/// <content>The same for a task with a result, which the continuation gets.</content>
public readonly partial record struct PooledValueTask<T>
{
    /// <inheritdoc cref="PooledValueTask.Then(Action)"/>
    public PooledValueTask Then(Action<T> continuation)
    {
        Failures.ThrowIfNull(continuation);
        return PooledValueTask.WithoutResult(ThenOperation<T, VoidResult, Continuations.Act<T>>.Run(
            this, new Continuations.Act<T>(continuation)));
    }

    /// <inheritdoc cref="PooledValueTask.Then{TResult}(Func{TResult})"/>
    public PooledValueTask<TResult> Then<TResult>(Func<T, TResult> continuation)
    {
        Failures.ThrowIfNull(continuation);
        return ThenOperation<T, TResult, Continuations.Compute<T, TResult>>.Run(this, new Continuations.Compute<T, TResult>(continuation));
    }

    /// <inheritdoc cref="PooledValueTask.Then(Func{PooledValueTask})"/>
    public PooledValueTask Then(Func<T, PooledValueTask> continuation)
    {
        Failures.ThrowIfNull(continuation);
        return PooledValueTask.WithoutResult(ThenOperation<T, VoidResult, Continuations.Start<T>>.Run(
            this, new Continuations.Start<T>(continuation)));
    }

    /// <inheritdoc cref="PooledValueTask.Then{TResult}(Func{PooledValueTask{TResult}})"/>
    public PooledValueTask<TResult> Then<TResult>(Func<T, PooledValueTask<TResult>> continuation)
    {
        Failures.ThrowIfNull(continuation);
        return ThenOperation<T, TResult, Continuations.StartComputing<T, TResult>>.Run(
            this, new Continuations.StartComputing<T, TResult>(continuation));
    }

    /// <inheritdoc cref="PooledValueTask.Then{TState}(TState, Action{TState})"/>
    public PooledValueTask Then<TState>(TState state, Action<T, TState> continuation)
    {
        Failures.ThrowIfNull(continuation);
        return PooledValueTask.WithoutResult(ThenOperation<T, VoidResult, Continuations.ActWith<T, TState>>.Run(
            this, new Continuations.ActWith<T, TState>(state, continuation)));
    }

    /// <inheritdoc cref="PooledValueTask.Then{TState, TResult}(TState, Func{TState, TResult})"/>
    public PooledValueTask<TResult> Then<TState, TResult>(TState state, Func<T, TState, TResult> continuation)
    {
        Failures.ThrowIfNull(continuation);
        return ThenOperation<T, TResult, Continuations.ComputeWith<T, TState, TResult>>.Run(
            this, new Continuations.ComputeWith<T, TState, TResult>(state, continuation));
    }

    /// <inheritdoc cref="PooledValueTask.Then{TState}(TState, Func{TState, PooledValueTask})"/>
    public PooledValueTask Then<TState>(TState state, Func<T, TState, PooledValueTask> continuation)
    {
        Failures.ThrowIfNull(continuation);
        return PooledValueTask.WithoutResult(ThenOperation<T, VoidResult, Continuations.StartWith<T, TState>>.Run(
            this, new Continuations.StartWith<T, TState>(state, continuation)));
    }

    /// <inheritdoc cref="PooledValueTask.Then{TState, TResult}(TState, Func{TState, PooledValueTask{TResult}})"/>
    public PooledValueTask<TResult> Then<TState, TResult>(TState state, Func<T, TState, PooledValueTask<TResult>> continuation)
    {
        Failures.ThrowIfNull(continuation);
        return ThenOperation<T, TResult, Continuations.StartComputingWith<T, TState, TResult>>.Run(
            this, new Continuations.StartComputingWith<T, TState, TResult>(state, continuation));
    }
}
