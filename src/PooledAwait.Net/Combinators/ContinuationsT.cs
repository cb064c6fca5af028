using System;

namespace PooledAwait;

/// <summary>The async methods behind <c>Then</c> on tasks with a result; the compiler makes the state machines.</summary>
internal static partial class Continuations
{
    internal static async PooledValueTask Run<T>(PooledValueTask<T> antecedent, Action<T> continuation)
    {
        continuation(await antecedent);
    }

    internal static async PooledValueTask<TResult> Run<T, TResult>(PooledValueTask<T> antecedent, Func<T, TResult> continuation)
    {
        return continuation(await antecedent);
    }

    internal static async PooledValueTask Run<T>(PooledValueTask<T> antecedent, Func<T, PooledValueTask> continuation)
    {
        await continuation(await antecedent);
    }

    internal static async PooledValueTask<TResult> Run<T, TResult>(PooledValueTask<T> antecedent, Func<T, PooledValueTask<TResult>> continuation)
    {
        return await continuation(await antecedent);
    }

    internal static async PooledValueTask Run<T, TState>(PooledValueTask<T> antecedent, TState state, Action<T, TState> continuation)
    {
        continuation(await antecedent, state);
    }

    internal static async PooledValueTask<TResult> Run<T, TState, TResult>(PooledValueTask<T> antecedent, TState state, Func<T, TState, TResult> continuation)
    {
        return continuation(await antecedent, state);
    }

    internal static async PooledValueTask Run<T, TState>(PooledValueTask<T> antecedent, TState state, Func<T, TState, PooledValueTask> continuation)
    {
        await continuation(await antecedent, state);
    }

    internal static async PooledValueTask<TResult> Run<T, TState, TResult>(PooledValueTask<T> antecedent, TState state, Func<T, TState, PooledValueTask<TResult>> continuation)
    {
        return await continuation(await antecedent, state);
    }
}
