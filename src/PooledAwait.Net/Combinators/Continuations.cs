namespace PooledAwait;

/// <summary>The kinds of delegates that <c>Then</c> calls: <c>Act</c> calls an action, <c>Compute</c> a function, and <c>Start</c> starts
/// an operation. Those that end in <c>With</c> have a captured value.</summary>
internal static class Continuations
{
    internal readonly struct Act(Action continuation) : IContinuation<VoidResult, VoidResult>
    {
        public Operation<VoidResult>? Invoke(VoidResult argument, out VoidResult result, out int token)
        {
            continuation();
            return Return(default, out result, out token);
        }
    }

    internal readonly struct Compute<TResult>(Func<TResult> continuation) : IContinuation<VoidResult, TResult>
    {
        public Operation<TResult>? Invoke(VoidResult argument, out TResult result, out int token) =>
            Return(continuation(), out result, out token);
    }

    internal readonly struct Start(Func<PooledValueTask> continuation) : IContinuation<VoidResult, VoidResult>
    {
        public Operation<VoidResult>? Invoke(VoidResult argument, out VoidResult result, out int token) =>
            continuation().WithVoidResult.Split(out result, out token);
    }

    internal readonly struct StartComputing<TResult>(Func<PooledValueTask<TResult>> continuation) : IContinuation<VoidResult, TResult>
    {
        public Operation<TResult>? Invoke(VoidResult argument, out TResult result, out int token) =>
            continuation().Split(out result, out token);
    }

    internal readonly struct ActWith<TState>(TState state, Action<TState> continuation) : IContinuation<VoidResult, VoidResult>
    {
        public Operation<VoidResult>? Invoke(VoidResult argument, out VoidResult result, out int token)
        {
            continuation(state);
            return Return(default, out result, out token);
        }
    }

    internal readonly struct ComputeWith<TState, TResult>(TState state, Func<TState, TResult> continuation)
        : IContinuation<VoidResult, TResult>
    {
        public Operation<TResult>? Invoke(VoidResult argument, out TResult result, out int token) =>
            Return(continuation(state), out result, out token);
    }

    internal readonly struct StartWith<TState>(TState state, Func<TState, PooledValueTask> continuation)
        : IContinuation<VoidResult, VoidResult>
    {
        public Operation<VoidResult>? Invoke(VoidResult argument, out VoidResult result, out int token) =>
            continuation(state).WithVoidResult.Split(out result, out token);
    }

    internal readonly struct StartComputingWith<TState, TResult>(TState state, Func<TState, PooledValueTask<TResult>> continuation)
        : IContinuation<VoidResult, TResult>
    {
        public Operation<TResult>? Invoke(VoidResult argument, out TResult result, out int token) =>
            continuation(state).Split(out result, out token);
    }

    internal readonly struct Act<T>(Action<T> continuation) : IContinuation<T, VoidResult>
    {
        public Operation<VoidResult>? Invoke(T argument, out VoidResult result, out int token)
        {
            continuation(argument);
            return Return(default, out result, out token);
        }
    }

    internal readonly struct Compute<T, TResult>(Func<T, TResult> continuation) : IContinuation<T, TResult>
    {
        public Operation<TResult>? Invoke(T argument, out TResult result, out int token) =>
            Return(continuation(argument), out result, out token);
    }

    internal readonly struct Start<T>(Func<T, PooledValueTask> continuation) : IContinuation<T, VoidResult>
    {
        public Operation<VoidResult>? Invoke(T argument, out VoidResult result, out int token) =>
            continuation(argument).WithVoidResult.Split(out result, out token);
    }

    internal readonly struct StartComputing<T, TResult>(Func<T, PooledValueTask<TResult>> continuation) : IContinuation<T, TResult>
    {
        public Operation<TResult>? Invoke(T argument, out TResult result, out int token) =>
            continuation(argument).Split(out result, out token);
    }

    internal readonly struct ActWith<T, TState>(TState state, Action<T, TState> continuation) : IContinuation<T, VoidResult>
    {
        public Operation<VoidResult>? Invoke(T argument, out VoidResult result, out int token)
        {
            continuation(argument, state);
            return Return(default, out result, out token);
        }
    }

    internal readonly struct ComputeWith<T, TState, TResult>(TState state, Func<T, TState, TResult> continuation)
        : IContinuation<T, TResult>
    {
        public Operation<TResult>? Invoke(T argument, out TResult result, out int token) =>
            Return(continuation(argument, state), out result, out token);
    }

    internal readonly struct StartWith<T, TState>(TState state, Func<T, TState, PooledValueTask> continuation)
        : IContinuation<T, VoidResult>
    {
        public Operation<VoidResult>? Invoke(T argument, out VoidResult result, out int token) =>
            continuation(argument, state).WithVoidResult.Split(out result, out token);
    }

    internal readonly struct StartComputingWith<T, TState, TResult>(TState state, Func<T, TState, PooledValueTask<TResult>> continuation)
        : IContinuation<T, TResult>
    {
        public Operation<TResult>? Invoke(T argument, out TResult result, out int token) =>
            continuation(argument, state).Split(out result, out token);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)] // so that no type is looked up in shared code
    private static Operation<TResult>? Return<TResult>(TResult value, out TResult result, out int token)
    {
        result = value;
        token = 0;
        return null;
    }
}
