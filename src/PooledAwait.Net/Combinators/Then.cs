using static PooledAwait.Continuations;

namespace PooledAwait;

/// <content>Continuations as methods, for code that composes operations without an async method.</content>
/// <remarks>Each <c>Then</c> behaves as an async method that awaits this task and calls the continuation. It consumes this task. After a
/// failure or a cancellation it skips the continuation. It captures and restores the ExecutionContext, and continues on the current
/// SynchronizationContext or TaskScheduler. It allocates nothing; a static lambda with a captured value saves the closure.</remarks>
public readonly partial record struct PooledValueTask
{
    /// <summary>Continues with an action.</summary>
    /// <param name="continuation">Called when the task has completed successfully.</param>
    /// <returns>A task that completes after the continuation; await or forget it instead of this task.</returns>
    /// <exception cref="ArgumentNullException">The continuation is null.</exception>
    public PooledValueTask Then(Action continuation) =>
        WithoutResult(ThenOperation<VoidResult, VoidResult, Act>.Run(
            WithVoidResult, new(continuation ?? throw Failures.NullContinuation())));

    /// <summary>Continues with a function.</summary>
    /// <inheritdoc cref="Then(Action)"/>
    /// <param name="continuation">Computes the new result.</param>
    public PooledValueTask<TResult> Then<TResult>(Func<TResult> continuation) =>
        ThenOperation<VoidResult, TResult, Compute<TResult>>.Run(WithVoidResult, new(continuation ?? throw Failures.NullContinuation()));

    /// <summary>Continues with an operation.</summary>
    /// <inheritdoc cref="Then(Action)"/>
    /// <param name="continuation">Starts the next operation, which the new task waits for.</param>
    public PooledValueTask Then(Func<PooledValueTask> continuation) =>
        WithoutResult(ThenOperation<VoidResult, VoidResult, Start>.Run(
            WithVoidResult, new(continuation ?? throw Failures.NullContinuation())));

    /// <summary>Continues with an operation with a result.</summary>
    /// <inheritdoc cref="Then(Action)"/>
    /// <param name="continuation">Starts the next operation, whose result the new task has.</param>
    public PooledValueTask<TResult> Then<TResult>(Func<PooledValueTask<TResult>> continuation) =>
        ThenOperation<VoidResult, TResult, StartComputing<TResult>>.Run(
            WithVoidResult, new(continuation ?? throw Failures.NullContinuation()));

    /// <inheritdoc cref="Then(Action)"/>
    /// <param name="state">The captured value, so that the lambda can be static.</param>
    public PooledValueTask Then<TState>(TState state, Action<TState> continuation) =>
        WithoutResult(ThenOperation<VoidResult, VoidResult, ActWith<TState>>.Run(
            WithVoidResult, new(state, continuation ?? throw Failures.NullContinuation())));

    /// <inheritdoc cref="Then{TResult}(Func{TResult})"/>
    /// <param name="state">The captured value, so that the lambda can be static.</param>
    public PooledValueTask<TResult> Then<TState, TResult>(TState state, Func<TState, TResult> continuation) =>
        ThenOperation<VoidResult, TResult, ComputeWith<TState, TResult>>.Run(
            WithVoidResult, new(state, continuation ?? throw Failures.NullContinuation()));

    /// <inheritdoc cref="Then(Func{PooledValueTask})"/>
    /// <param name="state">The captured value, so that the lambda can be static.</param>
    public PooledValueTask Then<TState>(TState state, Func<TState, PooledValueTask> continuation) =>
        WithoutResult(ThenOperation<VoidResult, VoidResult, StartWith<TState>>.Run(
            WithVoidResult, new(state, continuation ?? throw Failures.NullContinuation())));

    /// <inheritdoc cref="Then{TResult}(Func{PooledValueTask{TResult}})"/>
    /// <param name="state">The captured value, so that the lambda can be static.</param>
    public PooledValueTask<TResult> Then<TState, TResult>(TState state, Func<TState, PooledValueTask<TResult>> continuation) =>
        ThenOperation<VoidResult, TResult, StartComputingWith<TState, TResult>>.Run(
            WithVoidResult, new(state, continuation ?? throw Failures.NullContinuation()));
}

public readonly partial record struct PooledValueTask<T>
{
    /// <inheritdoc cref="PooledValueTask.Then(Action)"/>
    public PooledValueTask Then(Action<T> continuation) =>
        PooledValueTask.WithoutResult(ThenOperation<T, VoidResult, Act<T>>.Run(
            this, new(continuation ?? throw Failures.NullContinuation())));

    /// <inheritdoc cref="PooledValueTask.Then{TResult}(Func{TResult})"/>
    public PooledValueTask<TResult> Then<TResult>(Func<T, TResult> continuation) =>
        ThenOperation<T, TResult, Compute<T, TResult>>.Run(this, new(continuation ?? throw Failures.NullContinuation()));

    /// <inheritdoc cref="PooledValueTask.Then(Func{PooledValueTask})"/>
    public PooledValueTask Then(Func<T, PooledValueTask> continuation) =>
        PooledValueTask.WithoutResult(ThenOperation<T, VoidResult, Start<T>>.Run(
            this, new(continuation ?? throw Failures.NullContinuation())));

    /// <inheritdoc cref="PooledValueTask.Then{TResult}(Func{PooledValueTask{TResult}})"/>
    public PooledValueTask<TResult> Then<TResult>(Func<T, PooledValueTask<TResult>> continuation) =>
        ThenOperation<T, TResult, StartComputing<T, TResult>>.Run(this, new(continuation ?? throw Failures.NullContinuation()));

    /// <inheritdoc cref="PooledValueTask.Then{TState}(TState, Action{TState})"/>
    public PooledValueTask Then<TState>(TState state, Action<T, TState> continuation) =>
        PooledValueTask.WithoutResult(ThenOperation<T, VoidResult, ActWith<T, TState>>.Run(
            this, new(state, continuation ?? throw Failures.NullContinuation())));

    /// <inheritdoc cref="PooledValueTask.Then{TState, TResult}(TState, Func{TState, TResult})"/>
    public PooledValueTask<TResult> Then<TState, TResult>(TState state, Func<T, TState, TResult> continuation) =>
        ThenOperation<T, TResult, ComputeWith<T, TState, TResult>>.Run(this, new(state, continuation ?? throw Failures.NullContinuation()));

    /// <inheritdoc cref="PooledValueTask.Then{TState}(TState, Func{TState, PooledValueTask})"/>
    public PooledValueTask Then<TState>(TState state, Func<T, TState, PooledValueTask> continuation) =>
        PooledValueTask.WithoutResult(ThenOperation<T, VoidResult, StartWith<T, TState>>.Run(
            this, new(state, continuation ?? throw Failures.NullContinuation())));

    /// <inheritdoc cref="PooledValueTask.Then{TState, TResult}(TState, Func{TState, PooledValueTask{TResult}})"/>
    public PooledValueTask<TResult> Then<TState, TResult>(TState state, Func<T, TState, PooledValueTask<TResult>> continuation) =>
        ThenOperation<T, TResult, StartComputingWith<T, TState, TResult>>.Run(
            this, new(state, continuation ?? throw Failures.NullContinuation()));
}
