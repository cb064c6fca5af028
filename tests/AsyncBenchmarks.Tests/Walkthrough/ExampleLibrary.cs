using System.Threading.Tasks;
using AsyncBenchmarks.Scenarios;
#if Peer_Example_Async
using Example.Async;
#endif

namespace AsyncBenchmarks.Libraries;

/// <summary>Example.Async: sources whose operations are tasks.</summary>
internal sealed class ExampleLibrary : Row
{
    public ExampleLibrary()
        : base(Library.OfPackage("Example.Async", "Example.Async", "ExecutionContext flows.")) => OnlyIn = ["AsyncAwait"];

#if Peer_Example_Async
    public override Availability AsyncAwait(bool pending) => NestedWorkload<AsyncAwaitBody>.With(pending);

    /// <summary>The graph as async methods over the library's sources.</summary>
    private readonly struct AsyncAwaitBody : INestedBody
    {
        private static readonly PendingStack<Deferred> s_pending = new();

        public void Execute() => _ = ExecuteAsync();

        public void CompletePending()
        {
            while (s_pending.TryPop(out Deferred source))
            {
                source.Resolve();
            }
        }

        private static async Task ExecuteAsync()
        {
            await GetAndConsume<Struct32, object>();
            await GetAndConsume<object, Struct32>();
            Known.Finish();
        }

        private static async Task GetAndConsume<T1, T2>()
        {
            Known.Consume(await GetValue<T1>());
            Known.Consume(await GetValue<T2>());
        }

        private static async Task<T> GetValue<T>()
        {
            await (BaseOperations.ArePending ? s_pending.Push(new Deferred()) : Deferred.Resolved).Task;
            return Known.Value<T>();
        }
    }
#endif
}
