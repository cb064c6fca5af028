using System.Runtime.CompilerServices;
using System.Threading.Tasks;

namespace PooledAwait.Tests.RuntimeAsync;

/// <summary>Methods that the runtime suspends: they have no builder.</summary>
public static class Methods
{
    public static async Task<int> AwaitTask(Task<int> inner) => await inner + 1;

    public static async Task<int> AwaitValueTask(ValueTask<int> inner) => await inner + 1;

    public static async Task<int> AwaitPooledValueTask(PooledValueTask<int> inner) => await inner + 1;

    public static async Task<int> AwaitAsValueTask(PooledValueTask<int> inner) => await inner.AsValueTask() + 1;

    public static async Task<int> AwaitPooledTask(PooledTask<int> inner) => await inner;

    public static async Task<int> AwaitPooledMethod(PooledValueTask<int> inner) => await PooledMethods.OfPooledValueTask(inner);

    public static async Task<int> AwaitThen(PooledValueTask<int> inner) => await inner.Then(static value => value + 1);

    public static async Task<int> AwaitWhenAll(PooledValueTask<int> inner)
    {
        (int value, int one) = await PooledValueTask.WhenAll(inner, PooledValueTask.FromResult(1));
        return value + one;
    }

    public static async Task<int> AwaitLock(PooledValueTask<int> inner, PooledLock held)
    {
        using (await held.EnterAsync())
        {
            return await inner + 1;
        }
    }

    public static async ValueTask<int> OfValueTask(PooledValueTask<int> inner) => await inner + 1;

    [AsyncMethodBuilder(typeof(PooledAsyncValueTaskMethodBuilder<>))]
    public static async ValueTask<int> OfAttributedValueTask(ValueTask<int> inner) => await inner + 1;

    [AsyncMethodBuilder(typeof(PooledAsyncTaskMethodBuilder<>))]
    public static async Task<int> OfAttributedTask(ValueTask<int> inner) => await inner + 1;
}

/// <summary>Methods of the same compilation that have the library's builders.</summary>
public static class PooledMethods
{
    public static async PooledValueTask<int> OfPooledValueTask(PooledValueTask<int> inner) => await inner + 1;

    public static async PooledTask<int> OfPooledTask(PooledValueTask<int> inner) => await inner + 1;

    public static async PooledValueTask<int> AwaitRuntimesMethod(ValueTask<int> inner) => await Methods.AwaitValueTask(inner);

    [RuntimeAsyncMethodGeneration(false)]
    [AsyncMethodBuilder(typeof(PooledAsyncValueTaskMethodBuilder<>))]
    public static async ValueTask<int> OfAttributedValueTask(ValueTask<int> inner) => await inner + 1;

    [RuntimeAsyncMethodGeneration(false)]
    [AsyncMethodBuilder(typeof(PooledAsyncTaskMethodBuilder<>))]
    public static async Task<int> OfAttributedTask(ValueTask<int> inner) => await inner + 1;
}
