using AsyncBenchmarks.Scenarios;

namespace AsyncBenchmarks.Libraries;

/// <summary>The answers of a library that is not there: its rows stay in the tables, with the reason.</summary>
internal sealed class NothingOffered : Answers
{
    private readonly Offer _no;

    public NothingOffered(string reason) => _no = Offer.No(reason);

    public override Offer AsyncAwait(bool pending) => _no;

    public override Offer ContinueWith(bool pending) => _no;

    public override Offer Yield(YieldCategory category) => _no;

    public override Offer WhenAll(int inputs) => _no;

    public override Offer WhenAny(int inputs) => _no;

    public override Offer WaitAsync(WaitLimit limit) => _no;

    public override Offer Rounds(RoundsWork work) => _no;

    public override Offer Operations(OperationsWork work) => _no;
}
