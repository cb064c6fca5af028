using AsyncBenchmarks.Bodies;
using AsyncBenchmarks.Scenarios;
using ObjectSource = AsyncBenchmarks.Libraries.HandWrittenSource<object>;
using VectorSource = AsyncBenchmarks.Libraries.HandWrittenSource<AsyncBenchmarks.Bodies.Vector4>;
using VoidSource = AsyncBenchmarks.Libraries.HandWrittenSource<AsyncBenchmarks.Libraries.HandWrittenNothing>;

namespace AsyncBenchmarks.Libraries;

/// <content>What it can do.</content>
internal static partial class HandWrittenAsyncLibrary
{
    private const string NoAsyncMethods = "No async methods in it; see HandWritten.";

    static partial void Answer(ref Answers? answers) => answers = new HandWrittenAsyncAnswers();

    private sealed class HandWrittenAsyncAnswers : HandWrittenLibrary.HandWrittenAnswers
    {
        public override Offer AsyncAwait(bool pending) => NestedWorkload<HandWrittenAsyncAsyncAwait>.Offer(pending);

        public override Offer ContinueWith(bool pending) => Offer.No(NoAsyncMethods);

        public override Offer Rounds(RoundsWork work) => work.IsChain
            ? Offer.No(NoAsyncMethods)
            : work.WithAwait<HandWrittenAsyncRounds, VoidSource, VectorSource, ObjectSource>();
    }
}
