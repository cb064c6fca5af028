using AsyncBenchmarks.Bodies;
using AsyncBenchmarks.Scenarios;

namespace AsyncBenchmarks.Libraries;

/// <content>What it can do.</content>
internal static partial class ProtoPromiseLibrary
{
    static partial void Answer(ref Answers? answers) => answers = new ProtoPromiseAnswers();

    private sealed class ProtoPromiseAnswers : Answers
    {
        public override Offer AsyncAwait(bool pending) => NestedWorkload<ProtoPromiseAsyncAwait>.Offer(pending);

        public override Offer ContinueWith(bool pending) => NestedWorkload<ProtoPromiseContinueWith>.Offer(pending);

        public override Offer Yield(YieldCategory category) => category == YieldCategory.ValueTask
            ? Offer.Of(static () => new PromiseYield())
            : Offer.Of(static () => new PromiseYieldT());

        public override Offer WhenAll(int inputs) => Offer.Of(() => new ProtoPromiseWhenAll(inputs));

        public override Offer WhenAny(int inputs) => Offer.Of(() => new ProtoPromiseWhenAny(inputs));

        public override Offer WaitAsync(WaitLimit limit) => Offer.Of(() => new ProtoPromiseWaitAsync(limit));
    }
}
