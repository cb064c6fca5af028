using AsyncBenchmarks.Bodies;

namespace AsyncBenchmarks.Tests.Bodies;

/// <summary>Large callers that don't do their work: each must fail.</summary>
public class LargeCallerSabotageTests
{
    private static int s_chains;

    [Theory]
    [InlineData(0)]
    [InlineData(7)]
    [InlineData(9)]
    public void Caller_WithAnotherNumberOfChains_Fails(int chains) => Assert.Throws<WorkloadException>(() => Run(chains));

    [Fact]
    public void Caller_WithEightChains_Passes() => Run(8);

    private static void Run(int chains)
    {
        Workload workload = LargeCallerWorkload<Chains>.With(pending: false).Create!();
        workload.Setup();
        s_chains = chains;
        workload.Run();
    }

    private readonly struct Chains : IChainedBody
    {
        public void ExecuteChain() => Assert.Fail("This is the work of ContinueWith.");

        public void ExecuteLargeCaller()
        {
            for (int chain = 0; chain < s_chains; chain++)
            {
                Known.Consume(Known.Value<Struct32>());
                Known.Consume(Known.Value<object>());
                Known.Consume(Known.Value<object>());
                Known.Consume(Known.Value<Struct32>());
                Known.Finish();
            }
        }

        public void CompletePending()
        {
        }
    }
}
