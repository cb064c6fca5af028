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
        public Operation<VoidResult>? Invoke(VoidResult argument, out VoidResult result, out int token)
        {
            continuation();
            result = default;
            token = 0;
            return null;
        }
    }

    /// <summary>Calls a function.</summary>
    internal readonly struct Compute<TResult>(Func<TResult> continuation) : IContinuation<VoidResult, TResult>
    {
        public Operation<TResult>? Invoke(VoidResult argument, out TResult result, out int token)
        {
            result = continuation();
            token = 0;
            return null;
        }
    }

    /// <summary>Starts an operation.</summary>
    internal readonly struct Start(Func<PooledValueTask> continuation) : IContinuation<VoidResult, VoidResult>
    {
        public Operation<VoidResult>? Invoke(VoidResult argument, out VoidResult result, out int token) =>
            continuation().WithVoidResult.Split(out result, out token);
    }

    /// <summary>Starts an operation with a result.</summary>
    internal readonly struct StartComputing<TResult>(Func<PooledValueTask<TResult>> continuation) : IContinuation<VoidResult, TResult>
    {
        public Operation<TResult>? Invoke(VoidResult argument, out TResult result, out int token) =>
            continuation().Split(out result, out token);
    }

    /// <summary>Calls an action with a captured value.</summary>
    internal readonly struct ActWith<TState>(TState state, Action<TState> continuation) : IContinuation<VoidResult, VoidResult>
    {
        public Operation<VoidResult>? Invoke(VoidResult argument, out VoidResult result, out int token)
        {
            continuation(state);
            result = default;
            token = 0;
            return null;
        }
    }

    /// <summary>Calls a function with a captured value.</summary>
    internal readonly struct ComputeWith<TState, TResult>(TState state, Func<TState, TResult> continuation)
        : IContinuation<VoidResult, TResult>
    {
        public Operation<TResult>? Invoke(VoidResult argument, out TResult result, out int token)
        {
            result = continuation(state);
            token = 0;
            return null;
        }
    }

    /// <summary>Starts an operation with a captured value.</summary>
    internal readonly struct StartWith<TState>(TState state, Func<TState, PooledValueTask> continuation)
        : IContinuation<VoidResult, VoidResult>
    {
        public Operation<VoidResult>? Invoke(VoidResult argument, out VoidResult result, out int token) =>
            continuation(state).WithVoidResult.Split(out result, out token);
    }

    /// <summary>Starts an operation with a result with a captured value.</summary>
    internal readonly struct StartComputingWith<TState, TResult>(TState state, Func<TState, PooledValueTask<TResult>> continuation)
        : IContinuation<VoidResult, TResult>
    {
        public Operation<TResult>? Invoke(VoidResult argument, out TResult result, out int token) =>
            continuation(state).Split(out result, out token);
    }
}
