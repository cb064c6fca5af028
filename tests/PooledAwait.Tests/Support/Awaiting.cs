namespace PooledAwait.Tests;

/// <summary>Async methods that do nothing but await, and return the result.</summary>
internal static class Awaiting
{
    internal static async PooledValueTask Pass(PooledValueTask task) => await task;

    internal static async PooledValueTask<T> Pass<T>(PooledValueTask<T> task) => await task;

    internal static async PooledValueTask Pass(ValueTask task) => await task;

    internal static async PooledValueTask<T> Pass<T>(ValueTask<T> task) => await task;
}
