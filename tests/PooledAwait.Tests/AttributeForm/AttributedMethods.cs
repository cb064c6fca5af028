namespace PooledAwait.Tests;

/// <summary>Async methods that are unchanged except for the attribute.</summary>
internal static class AttributedMethods
{
    [AsyncMethodBuilder(typeof(PooledAsyncValueTaskMethodBuilder))]
    internal static async ValueTask Wait(ValueTask inner) => await inner;

    [AsyncMethodBuilder(typeof(PooledAsyncValueTaskMethodBuilder<>))]
    internal static async ValueTask<int> Increment(ValueTask<int> inner) => await inner + 1;

    [AsyncMethodBuilder(typeof(PooledAsyncTaskMethodBuilder))]
    internal static async Task WaitAsTask(ValueTask inner) => await inner;

    [AsyncMethodBuilder(typeof(PooledAsyncTaskMethodBuilder<>))]
    internal static async Task<int> IncrementAsTask(ValueTask<int> inner) => await inner + 1;
}
