#if Peer_RSG_Promise
using RSG;
using ObjectSource = RSG.Promise<object>;
using VectorSource = RSG.Promise<AsyncBenchmarks.Scenarios.Vector4>;
#endif

namespace AsyncBenchmarks.Libraries;

/// <summary>RSG.Promise, known as C-Sharp-Promise: promises after those of JavaScript.</summary>
internal sealed class RsgPromiseLibrary() : Row(
    Library.OfPackage(
        "RSG.Promise",
        "RSG.Promise",
        "A continuation of a promise without a value can return a promise only, so a plain value is wrapped in one."),
    YieldCategory.Task,
    YieldCategory.TaskT)
{
#if Peer_RSG_Promise
    protected override string Otherwise => "RSG.Promise has no async methods: its promises have no method builder and no awaiter.";

    public override Availability ContinueWith(bool pending) => NestedWorkload<ChainedBody<Body>>.With(pending);
    public override Availability WhenAll(int inputs) => Availability.Of(() => new WhenAllBody(inputs));
    public override Availability WhenAny(int inputs) => Availability.Of(() => new WhenAnyBody(inputs));
    public override Availability WaitAsync(WaitLimit limit) => Availability.No("RSG.Promise has no wait with a limit.");

    public override Availability Rounds(RoundsWork work) => work.IsChain
        ? work.WithChain<RoundsBody, Promise, VectorSource, ObjectSource, IPromise<object>>().OverflowsIn(work)
        : Availability.No(Otherwise);

    public override Availability Operations(OperationsWork work) => work is UnhappyWork { Canceled: true }
        ? Availability.No("RSG.Promise has no cancellation.")
        : work.With<OperationsBody, Promise<int>, IPromise<int>>().OverflowsIn(work, links: 10_000);

    /// <summary>The graph with Then. Base operations are their own sources.</summary>
    private readonly struct Body : IChainedBody
    {
        private static readonly PendingStack<Promise> s_pending = new();

        public void ExecuteChain() => ExecuteAsync().Done();

        public void CompletePending()
        {
            while (s_pending.TryPop(out Promise source))
            {
                source.Resolve();
            }
        }

        private static IPromise ExecuteAsync() =>
            GetAndConsume<Struct32, object>()
                .Then(static () => GetAndConsume<object, Struct32>())
                .Then(static () => Known.Finish());

        private static IPromise GetAndConsume<T1, T2>() =>
            GetValue<T1>()
                .Then(static first =>
                {
                    Known.Consume(first);
                    return GetValue<T2>();
                })
                .Then(static second => Known.Consume(second));

        private static IPromise<T> GetValue<T>() => GetBase().Then(static () => Promise<T>.Resolved(Known.Value<T>()));

        private static IPromise GetBase() => BaseOperations.ArePending ? s_pending.Push(new Promise()) : Promise.Resolved();
    }

    /// <summary>Operations with a number, which are their own sources, with Then in place of await.</summary>
    private readonly struct OperationsBody : IOperations<Promise<int>, IPromise<int>>
    {
        public Promise<int> Create() => new();

        public IPromise<int> TaskOf(Promise<int> source) => source;
        public void Complete(Promise<int> source, int value) => source.Resolve(value);
        public void Fail(Promise<int> source, Exception exception) => source.Reject(exception);

        // It has no cancellation; a scenario that needs one has no row here.
        public void Cancel(Promise<int> source) => throw new NotSupportedException();

        public IPromise<int> Link(IPromise<int> previous) => previous.Then(static value => value + 1);

        public void Count(IPromise<int> last, Tally tally) => last.Then(tally.Add).Done();
        public void Catch(IPromise<int> last, Tally tally) =>
            last.Done(static _ => { }, exception => tally.Add(exception is InvalidOperationException ? Tally.Failed : 0));
        public void Watch(IPromise<int> last, AsyncLocal<int> local, Tally tally) => last.Then(_ => tally.Add(local.Value)).Done();
    }

    private sealed class WhenAllBody(int inputs) : WhenAllWorkload<OperationsBody, Promise<int>, IPromise<int>>(inputs)
    {
        protected override void Wait() => Promise<int>.All(Tasks).Then(all => Finish(all.Sum(static result => (long)result))).Done();
    }

    private sealed class WhenAnyBody(int inputs) : WhenAnyWorkload<OperationsBody, Promise<int>, IPromise<int>>(inputs)
    {
        protected override void Wait() => Promise<int>.Race(Tasks).Then(winner => Finish(winner)).Done();
    }

    /// <summary>The operations of rounds. A value from a continuation is wrapped in one where there is no other way.</summary>
    private readonly struct RoundsBody : IChainSteps<Promise, VectorSource, ObjectSource, IPromise<object>>
    {
        private static readonly RoundSources<Promise, VectorSource, ObjectSource> s_sources = new();
        private static readonly IPromise s_nothing = Promise.Resolved();
        private static readonly IPromise<Vector4> s_vector = VectorSource.Resolved(RoundTally.Vector);
        private static readonly IPromise<object> s_object = ObjectSource.Resolved(RoundTally.Object);

        public RoundSources<Promise, VectorSource, ObjectSource> Sources => s_sources;

        public Promise CreateVoid() => new();
        public VectorSource CreateVector() => new();
        public ObjectSource CreateObject() => new();

        public void Complete(Promise source) => source.Resolve();
        public void Complete(VectorSource source, Vector4 value) => source.Resolve(value);
        public void Complete(ObjectSource source, object value) => source.Resolve(value);
        public IPromise<object> TaskOf(ObjectSource root) => root;
        public void Forget(IPromise<object> last) => last.Done();

        public IPromise<object> FromValue(IPromise<object> last) => last
            .Then(static value => RoundTally.Add(value))
            .Then(static () => RoundTally.Then(VectorSource.Resolved(RoundTally.Vector)))
            .Then(static value => RoundTally.Then(value, RoundTally.Object));

        public IPromise<object> Resolved(IPromise<object> last) => last
            .Then(static value => RoundTally.Then(value, s_nothing))
            .Then(static () => RoundTally.Then(s_vector))
            .Then(static value => RoundTally.Then(value, s_object));

        public IPromise<object> Pending(IPromise<object> last) => last
            .Then(static value => RoundTally.Then<IPromise>(value, s_sources.NextVoid()))
            .Then(static () => RoundTally.Then<IPromise<Vector4>>(s_sources.NextVector()))
            .Then(static value => RoundTally.Then<IPromise<object>>(value, s_sources.NextObject()));
    }
#endif
}
