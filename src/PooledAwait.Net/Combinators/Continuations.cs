using System;

namespace PooledAwait;

/// <summary>The async methods behind <c>Then</c>; the compiler makes the state machines.</summary>
internal static partial class Continuations
{
    internal static async PooledValueTask Run(PooledValueTask antecedent, Action continuation)
    {
        await antecedent;
        continuation();
    }

    internal static async PooledValueTask<TResult> Run<TResult>(PooledValueTask antecedent, Func<TResult> continuation)
    {
        await antecedent;
        return continuation();
    }

    internal static async PooledValueTask Run(PooledValueTask antecedent, Func<PooledValueTask> continuation)
    {
        await antecedent;
        await continuation();
    }

    internal static async PooledValueTask<TResult> Run<TResult>(PooledValueTask antecedent, Func<PooledValueTask<TResult>> continuation)
    {
        await antecedent;
        return await continuation();
    }

    internal static async PooledValueTask Run<TState>(PooledValueTask antecedent, TState state, Action<TState> continuation)
    {
        await antecedent;
        continuation(state);
    }

    internal static async PooledValueTask<TResult> Run<TState, TResult>(PooledValueTask antecedent, TState state, Func<TState, TResult> continuation)
    {
        await antecedent;
        return continuation(state);
    }

    internal static async PooledValueTask Run<TState>(PooledValueTask antecedent, TState state, Func<TState, PooledValueTask> continuation)
    {
        await antecedent;
        await continuation(state);
    }

    internal static async PooledValueTask<TResult> Run<TState, TResult>(PooledValueTask antecedent, TState state, Func<TState, PooledValueTask<TResult>> continuation)
    {
        await antecedent;
        return await continuation(state);
    }
}
