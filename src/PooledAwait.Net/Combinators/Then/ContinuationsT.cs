using System;

namespace PooledAwait;

/// <content>The delegates that <c>Then</c> calls after a task with a result.</content>
internal static partial class Continuations
{
    /// <summary>Calls an action.</summary>
    internal readonly struct Act<T>(Action<T> continuation) : IContinuation<T, VoidResult>
    {
        public Operation<VoidResult>? Invoke(T argument, out VoidResult result, out int token)
        {
            continuation(argument);
            result = default;
            token = 0;
            return null;
        }
    }

    /// <summary>Calls a function.</summary>
    internal readonly struct Compute<T, TResult>(Func<T, TResult> continuation) : IContinuation<T, TResult>
    {
        public Operation<TResult>? Invoke(T argument, out TResult result, out int token)
        {
            result = continuation(argument);
            token = 0;
            return null;
        }
    }

    /// <summary>Starts an operation.</summary>
    internal readonly struct Start<T>(Func<T, PooledValueTask> continuation) : IContinuation<T, VoidResult>
    {
        public Operation<VoidResult>? Invoke(T argument, out VoidResult result, out int token) =>
            continuation(argument).WithVoidResult.Split(out result, out token);
    }

    /// <summary>Starts an operation with a result.</summary>
    internal readonly struct StartComputing<T, TResult>(Func<T, PooledValueTask<TResult>> continuation) : IContinuation<T, TResult>
    {
        public Operation<TResult>? Invoke(T argument, out TResult result, out int token) =>
            continuation(argument).Split(out result, out token);
    }

    /// <summary>Calls an action with a captured value.</summary>
    internal readonly struct ActWith<T, TState>(TState state, Action<T, TState> continuation) : IContinuation<T, VoidResult>
    {
        public Operation<VoidResult>? Invoke(T argument, out VoidResult result, out int token)
        {
            continuation(argument, state);
            result = default;
            token = 0;
            return null;
        }
    }

    /// <summary>Calls a function with a captured value.</summary>
    internal readonly struct ComputeWith<T, TState, TResult>(TState state, Func<T, TState, TResult> continuation)
        : IContinuation<T, TResult>
    {
        public Operation<TResult>? Invoke(T argument, out TResult result, out int token)
        {
            result = continuation(argument, state);
            token = 0;
            return null;
        }
    }

    /// <summary>Starts an operation with a captured value.</summary>
    internal readonly struct StartWith<T, TState>(TState state, Func<T, TState, PooledValueTask> continuation)
        : IContinuation<T, VoidResult>
    {
        public Operation<VoidResult>? Invoke(T argument, out VoidResult result, out int token) =>
            continuation(argument, state).WithVoidResult.Split(out result, out token);
    }

    /// <summary>Starts an operation with a result with a captured value.</summary>
    internal readonly struct StartComputingWith<T, TState, TResult>(TState state, Func<T, TState, PooledValueTask<TResult>> continuation)
        : IContinuation<T, TResult>
    {
        public Operation<TResult>? Invoke(T argument, out TResult result, out int token) =>
            continuation(argument, state).Split(out result, out token);
    }
}
