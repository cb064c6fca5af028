using AsyncBenchmarks.Scenarios;

namespace AsyncBenchmarks.Libraries;

/// <summary>What a row answers to each scenario: work, or the reason why it has none. A new scenario is a new question here.</summary>
internal abstract class Answers
{
    /// <summary>Seven nested async methods.</summary>
    /// <param name="pending">Whether the base operations are completed from outside.</param>
    public abstract Offer AsyncAwait(bool pending);

    /// <summary>The same graph with continuation methods.</summary>
    /// <param name="pending">Whether the base operations are completed from outside.</param>
    public abstract Offer ContinueWith(bool pending);

    /// <summary>Operations that suspend twice.</summary>
    /// <param name="category">One of those that the row stands for.</param>
    public abstract Offer Yield(YieldCategory category);

    /// <summary>Waiting for all of several operations.</summary>
    /// <param name="inputs">How many.</param>
    public abstract Offer WhenAll(int inputs);

    /// <summary>Waiting for the first of several operations.</summary>
    /// <param name="inputs">How many.</param>
    public abstract Offer WhenAny(int inputs);

    /// <summary>Waiting for an operation with a limit.</summary>
    /// <param name="limit">The limit.</param>
    public abstract Offer WaitAsync(WaitLimit limit);

    /// <summary>One of the seven benchmarks in rounds.</summary>
    /// <param name="work">Which, and how many rounds.</param>
    public abstract Offer Rounds(RoundsWork work);

    /// <summary>What is done with operations besides awaiting them once, one after the other.</summary>
    /// <param name="work">What.</param>
    public abstract Offer Operations(OperationsWork work);
}
