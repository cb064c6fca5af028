using System;

namespace PooledAwait;

/// <summary>
/// The kinds of delegates that <c>Then</c> calls, each as an <see cref="IContinuation{TArgument, TResult}"/>.
/// </summary>
internal static partial class Continuations
{
    /// <summary>Calls an action.</summary>
    internal readonly struct Act(Action continuation) : IContinuation<VoidResult, VoidResult>
    {
        public PooledValueTask<VoidResult> Invoke(VoidResult argument)
        {
            continuation();
            return default;
        }
    }

    /// <summary>Calls a function.</summary>
    internal readonly struct Compute<TResult>(Func<TResult> continuation) : IContinuation<VoidResult, TResult>
    {
        public PooledValueTask<TResult> Invoke(VoidResult argument) => new(continuation());
    }

    /// <summary>Starts an operation.</summary>
    internal readonly struct Start(Func<PooledValueTask> continuation) : IContinuation<VoidResult, VoidResult>
    {
        public PooledValueTask<VoidResult> Invoke(VoidResult argument) => continuation().WithVoidResult;
    }

    /// <summary>Starts an operation with a result.</summary>
    internal readonly struct StartComputing<TResult>(Func<PooledValueTask<TResult>> continuation) : IContinuation<VoidResult, TResult>
    {
        public PooledValueTask<TResult> Invoke(VoidResult argument) => continuation();
    }

    /// <summary>Calls an action with a captured value.</summary>
    internal readonly struct ActWith<TState>(TState state, Action<TState> continuation) : IContinuation<VoidResult, VoidResult>
    {
        public PooledValueTask<VoidResult> Invoke(VoidResult argument)
        {
            continuation(state);
            return default;
        }
    }

    /// <summary>Calls a function with a captured value.</summary>
    internal readonly struct ComputeWith<TState, TResult>(TState state, Func<TState, TResult> continuation)
        : IContinuation<VoidResult, TResult>
    {
        public PooledValueTask<TResult> Invoke(VoidResult argument) => new(continuation(state));
    }

    /// <summary>Starts an operation with a captured value.</summary>
    internal readonly struct StartWith<TState>(TState state, Func<TState, PooledValueTask> continuation)
        : IContinuation<VoidResult, VoidResult>
    {
        public PooledValueTask<VoidResult> Invoke(VoidResult argument) => continuation(state).WithVoidResult;
    }

    /// <summary>Starts an operation with a result with a captured value.</summary>
    internal readonly struct StartComputingWith<TState, TResult>(TState state, Func<TState, PooledValueTask<TResult>> continuation)
        : IContinuation<VoidResult, TResult>
    {
        public PooledValueTask<TResult> Invoke(VoidResult argument) => continuation(state);
    }
}
