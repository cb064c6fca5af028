using System.Runtime.CompilerServices;
using System.Threading.Tasks;

namespace PooledAwait.Tests.OldTargets;

/// <summary>The attribute form in each return type, compiled for an old target.</summary>
public static class AttributedMethods
{
    [AsyncMethodBuilder(typeof(PooledAsyncValueTaskMethodBuilder))]
    public static async ValueTask Wait(ValueTask inner) => await inner;

    [AsyncMethodBuilder(typeof(PooledAsyncValueTaskMethodBuilder<>))]
    public static async ValueTask<int> Increment(ValueTask<int> inner) => await inner + 1;

    [AsyncMethodBuilder(typeof(PooledAsyncTaskMethodBuilder))]
    public static async Task WaitAsTask(ValueTask inner) => await inner;

    [AsyncMethodBuilder(typeof(PooledAsyncTaskMethodBuilder<>))]
    public static async Task<int> IncrementAsTask(ValueTask<int> inner) => await inner + 1;
}
