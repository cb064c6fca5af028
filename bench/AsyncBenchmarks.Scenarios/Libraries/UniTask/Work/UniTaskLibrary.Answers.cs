using AsyncBenchmarks.Bodies;
using AsyncBenchmarks.Scenarios;

namespace AsyncBenchmarks.Libraries;

/// <content>What it can do.</content>
internal static partial class UniTaskLibrary
{
    static partial void Answer(ref Answers? answers) => answers = new UniTaskAnswers();

    private sealed class UniTaskAnswers : Answers
    {
        public override Offer AsyncAwait(bool pending) => NestedWorkload<UniTaskAsyncAwait>.Offer(pending);

        public override Offer ContinueWith(bool pending) => NestedWorkload<UniTaskContinueWith>.Offer(pending);

        public override Offer Yield(YieldCategory category) => category == YieldCategory.ValueTask
            ? Offer.Of(static () => new UniTaskYield())
            : Offer.Of(static () => new UniTaskYieldT());
    }
}
