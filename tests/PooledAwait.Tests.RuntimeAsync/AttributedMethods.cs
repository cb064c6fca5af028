using System.Runtime.CompilerServices;
using System.Threading.Tasks;

namespace PooledAwait.Tests.RuntimeAsync;

/// <summary>What it compiles without a builder.</summary>
public static class AttributedMethods
{
    [AsyncMethodBuilder(typeof(PooledAsyncValueTaskMethodBuilder<>))]
    public static async ValueTask<int> OfValueTask(ValueTask<int> inner) => await inner + 1;

    [AsyncMethodBuilder(typeof(PooledAsyncTaskMethodBuilder<>))]
    public static async Task<int> OfTask(ValueTask<int> inner) => await inner + 1;
}
