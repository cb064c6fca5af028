using System.Runtime.CompilerServices;
using System.Threading.Tasks;
using AsyncBenchmarks.Bodies;

namespace AsyncBenchmarks.Lab.LowerBounds;

/// <summary>The graph as async methods that return ValueTasks. Its base operations are those of the graph by hand.</summary>
internal readonly struct HandWrittenValueTaskAsyncAwait : INestedBody
{
    // An operation is given back when its result is taken, and the framework has no method that does only that.
    public void Execute() => ResultTaker.Forget(ExecuteAsync());

    public void CompletePending() => default(HandWrittenAsyncAwait).CompletePending();

    [AsyncMethodBuilder(typeof(HandWrittenValueTaskBuilder))]
    private static async ValueTask ExecuteAsync()
    {
        await GetAndConsume<Struct32, object>();
        await GetAndConsume<object, Struct32>();
        Known.Finish();
    }

    [AsyncMethodBuilder(typeof(HandWrittenValueTaskBuilder))]
    private static async ValueTask GetAndConsume<T1, T2>()
    {
        Known.Consume(await GetValue<T1>());
        Known.Consume(await GetValue<T2>());
    }

    [AsyncMethodBuilder(typeof(HandWrittenValueTaskBuilder<>))]
    private static async ValueTask<T> GetValue<T>()
    {
        await CallBase();
        return Known.Value<T>();
    }

    private static ValueTask CallBase() => HandWrittenAsyncAwait.CallBase() is { } pending ? new ValueTask(pending, 0) : default;
}
