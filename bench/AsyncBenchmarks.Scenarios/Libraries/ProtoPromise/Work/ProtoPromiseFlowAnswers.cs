using AsyncBenchmarks.Scenarios;

namespace AsyncBenchmarks.Libraries;

/// <summary>What the setting that lets the context flow makes a difference to: async methods only.</summary>
internal sealed class ProtoPromiseFlowAnswers : ProtoPromiseAnswers
{
    private static readonly Offer s_noDifference = Offer.No("The setting is about async methods only; Then never lets the context flow.");

    public override Offer ContinueWith(bool pending) => s_noDifference;

    public override Offer Rounds(RoundsWork work) => work.IsChain ? s_noDifference : base.Rounds(work);
}
