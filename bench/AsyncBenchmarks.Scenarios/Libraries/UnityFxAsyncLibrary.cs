#if Peer_UnityFx_Async
extern alias UnityFxAsync;

using UnityFxAsync::UnityFx.Async;
using UnityFxAsync::UnityFx.Async.CompilerServices;
using UnityFxAsync::UnityFx.Async.Promises;
using Awaited = UnityFxAsync::UnityFx.Async.AsyncResult<int>;
using ObjectSource = UnityFxAsync::UnityFx.Async.AsyncCompletionSource<object>;
using Source = UnityFxAsync::UnityFx.Async.AsyncCompletionSource<int>;
using VectorSource = UnityFxAsync::UnityFx.Async.AsyncCompletionSource<AsyncBenchmarks.Scenarios.Vector4>;
using VoidSource = UnityFxAsync::UnityFx.Async.AsyncCompletionSource;
#endif

namespace AsyncBenchmarks.Libraries;

/// <summary>UnityFx.Async: operations that are objects, as tasks are.</summary>
#if Peer_UnityFx_Async
[AsyncMethods(
    Task = "AsyncResult", Operation = "", Create = "new $2(AsyncOperationStatus.Running)", SetVoid = "SetCompleted()",
    Completed = "AsyncResult.CompletedOperation", Resolved = "s_resolved$2", Awaiter = "AsyncAwaiter", Discard = "$2.Done()",
    WhenAll = "Finish(await AsyncResult.WhenAll<int>(Tasks))", WhenAny = "(await AsyncResult.WhenAny(Tasks)).Result")]
#endif
internal sealed partial class UnityFxAsyncLibrary() : Row(
    Library.OfPackage("UnityFx.Async", "UnityFx.Async"),
    YieldCategory.Task,
    YieldCategory.TaskT)
{
#if Peer_UnityFx_Async
    // Without the option it would be posted to the current context, if there was one, as Then is.
    private const AsyncContinuationOptions Inline = AsyncContinuationOptions.ExecuteSynchronously;

    protected override string Otherwise => "UnityFx.Async has no wait with a limit; WithCancellation cancels the operation itself.";

    public override Availability AsyncAwait(bool pending) => NestedWorkload<Body>.With(pending);
    public override Availability ContinueWith(bool pending) => NestedWorkload<ChainedBody<Body>>.With(pending);
    public override Availability Yield(YieldCategory category) => YieldAsyncResult.Of(category);
    public override Availability WhenAll(int inputs) => Availability.Of(() => new WhenAllBody(inputs));
    public override Availability WhenAny(int inputs) => Availability.Of(() => new WhenAnyBody(inputs));

    public override Availability Rounds(RoundsWork work) => work.IsChain
        ? work.WithChain<Body, VoidSource, VectorSource, ObjectSource, IAsyncOperation<object>>().OverflowsIn(work)
        : work.WithAwait<Body, VoidSource, VectorSource, ObjectSource>();

    public override Availability Operations(OperationsWork work) => work.With<Body, Source, Awaited>().OverflowsIn(work);

    private readonly partial struct Body : IChainedBody, IChainSteps<VoidSource, VectorSource, ObjectSource, IAsyncOperation<object>>
    {
        private static readonly RoundSources<VoidSource, VectorSource, ObjectSource> s_sources = new();
        private static readonly IAsyncOperation<Vector4> s_resolvedVector = AsyncResult.FromResult(RoundTally.Vector);
        private static readonly IAsyncOperation<object> s_resolvedObject = AsyncResult.FromResult(RoundTally.Object);

        public RoundSources<VoidSource, VectorSource, ObjectSource> Sources => s_sources;

        public void ExecuteChain() => ChainAsync().Done();

        public IAsyncOperation<object> TaskOf(ObjectSource root) => root;
        public void Forget(IAsyncOperation<object> last) => last.Done();

        public IAsyncOperation<object> FromValue(IAsyncOperation<object> last) => last
            .Then(static value => RoundTally.Add(value))
            .ContinueWith(static _ => RoundTally.Then(RoundTally.Vector), Inline)
            .ContinueWith(static previous => RoundTally.Then(previous.Result, RoundTally.Object), Inline);

        public IAsyncOperation<object> Resolved(IAsyncOperation<object> last) => last
            .Then(static value => RoundTally.Then(value, AsyncResult.CompletedOperation))
            .Then(static () => RoundTally.Then(s_resolvedVector))
            .Then(static value => RoundTally.Then(value, s_resolvedObject));

        public IAsyncOperation<object> Pending(IAsyncOperation<object> last) => last
            .Then(static value => RoundTally.Then(value, s_sources.NextVoid()))
            .Then(static () => RoundTally.Then(s_sources.NextVector()))
            .Then(static value => RoundTally.Then(value, s_sources.NextObject()));

        // Then unwraps; ContinueWith is for a plain value. ContinueWith throughout would need fewer bytes only as long as nobody waits for
        // what the continuations return.
        private static IAsyncOperation ChainAsync() =>
            ChainAndConsume<Struct32, object>()
                .Then(static () => ChainAndConsume<object, Struct32>())
                .Then(static () => Known.Finish());

        private static IAsyncOperation ChainAndConsume<T1, T2>() =>
            ChainValue<T1>()
                .Then(static first =>
                {
                    Known.Consume(first);
                    return ChainValue<T2>();
                })
                .Then(static second => Known.Consume(second));

        private static IAsyncOperation<T> ChainValue<T>() => GetBase().ContinueWith(static _ => Known.Value<T>(), Inline);
    }
#endif
}
