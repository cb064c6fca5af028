using System;

namespace PooledAwait;

/// <content>The delegates that <c>Then</c> calls after a task with a result.</content>
internal static partial class Continuations
{
    /// <summary>Calls an action.</summary>
    internal readonly struct Act<T>(Action<T> continuation) : IContinuation<T, VoidResult>
    {
        public PooledValueTask<VoidResult> Invoke(T argument)
        {
            continuation(argument);
            return default;
        }
    }

    /// <summary>Calls a function.</summary>
    internal readonly struct Compute<T, TResult>(Func<T, TResult> continuation) : IContinuation<T, TResult>
    {
        public PooledValueTask<TResult> Invoke(T argument) => new(continuation(argument));
    }

    /// <summary>Starts an operation.</summary>
    internal readonly struct Start<T>(Func<T, PooledValueTask> continuation) : IContinuation<T, VoidResult>
    {
        public PooledValueTask<VoidResult> Invoke(T argument) => continuation(argument).WithVoidResult;
    }

    /// <summary>Starts an operation with a result.</summary>
    internal readonly struct StartComputing<T, TResult>(Func<T, PooledValueTask<TResult>> continuation) : IContinuation<T, TResult>
    {
        public PooledValueTask<TResult> Invoke(T argument) => continuation(argument);
    }

    /// <summary>Calls an action with a captured value.</summary>
    internal readonly struct ActWith<T, TState>(TState state, Action<T, TState> continuation) : IContinuation<T, VoidResult>
    {
        public PooledValueTask<VoidResult> Invoke(T argument)
        {
            continuation(argument, state);
            return default;
        }
    }

    /// <summary>Calls a function with a captured value.</summary>
    internal readonly struct ComputeWith<T, TState, TResult>(TState state, Func<T, TState, TResult> continuation)
        : IContinuation<T, TResult>
    {
        public PooledValueTask<TResult> Invoke(T argument) => new(continuation(argument, state));
    }

    /// <summary>Starts an operation with a captured value.</summary>
    internal readonly struct StartWith<T, TState>(TState state, Func<T, TState, PooledValueTask> continuation)
        : IContinuation<T, VoidResult>
    {
        public PooledValueTask<VoidResult> Invoke(T argument) => continuation(argument, state).WithVoidResult;
    }

    /// <summary>Starts an operation with a result with a captured value.</summary>
    internal readonly struct StartComputingWith<T, TState, TResult>(TState state, Func<T, TState, PooledValueTask<TResult>> continuation)
        : IContinuation<T, TResult>
    {
        public PooledValueTask<TResult> Invoke(T argument) => continuation(argument, state);
    }
}
