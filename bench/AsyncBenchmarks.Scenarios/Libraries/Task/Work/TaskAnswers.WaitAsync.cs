using AsyncBenchmarks.Scenarios;

namespace AsyncBenchmarks.Libraries;

/// <content>What only newer runtimes' tasks can do.</content>
internal sealed partial class TaskAnswers
{
    static partial void AnswerWaitAsync(WaitLimit limit, ref Offer? offer) => offer = Offer.Of(() => new TaskWaitAsync(limit));
}
