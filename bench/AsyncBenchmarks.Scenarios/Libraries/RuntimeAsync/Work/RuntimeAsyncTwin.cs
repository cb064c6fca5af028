using System;
using AsyncBenchmarks.RuntimeAsync;
using AsyncBenchmarks.Scenarios;

namespace AsyncBenchmarks.Libraries;

/// <summary>
/// Has work where the same bodies without runtime-async have. The others are looked at only when their work is made: in a
/// process without DOTNET_RuntimeAsync=1 their types can't even be loaded.
/// </summary>
internal sealed class RuntimeAsyncTwin(Answers twin, Func<Answers> real) : Answers
{
    private static readonly Offer s_noDifference = Offer.No("Continuation methods are no async methods: the row is the one without runtime-async.");

    public static RuntimeAsyncTwin OfTask { get; } = new(new TaskAnswers(), static () => RuntimeAsyncAnswers.Task);

    public static RuntimeAsyncTwin OfValueTask { get; } = new(new ValueTaskAnswers(), static () => RuntimeAsyncAnswers.ValueTask);

    public override Offer AsyncAwait(bool pending) => Ask(answers => answers.AsyncAwait(pending));

    public override Offer ContinueWith(bool pending) => s_noDifference;

    public override Offer Yield(YieldCategory category) => Ask(answers => answers.Yield(category));

    public override Offer WhenAll(int inputs) => Ask(answers => answers.WhenAll(inputs));

    public override Offer WhenAny(int inputs) => Ask(answers => answers.WhenAny(inputs));

    public override Offer WaitAsync(WaitLimit limit) => Ask(answers => answers.WaitAsync(limit));

    public override Offer Rounds(RoundsWork work) => work.IsChain ? s_noDifference : Ask(answers => answers.Rounds(work));

    public override Offer Operations(OperationsWork work) => Ask(answers => answers.Operations(work));

    private Offer Ask(Func<Answers, Offer> question)
    {
        Offer known = question(twin);
        return known.NotAvailable is null ? Offer.Of(() => question(real()).Create!()) : known;
    }
}
