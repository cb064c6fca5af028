namespace AsyncBenchmarks.Tests.Scenarios;

/// <summary>Bodies that don't do their work: each must fail, or the bodies of the libraries prove nothing.</summary>
public class NestedSabotageTests
{
    public enum Fault
    {
        None,
        Empty,
        OnlyReachesItsEnd,
        NeverReachesItsEnd,
        HalfOfTheGraph,
        ADefaultInPlaceOfTheKnownValue,
        ConsumesTwice,
        OnlyTheFirstOfSeveral,
    }

    [Fact]
    public void Body_ThatDoesItAll_Passes() => Run(Fault.None);

    [Theory]
    [InlineData(Fault.Empty)]
    [InlineData(Fault.OnlyReachesItsEnd)]
    [InlineData(Fault.NeverReachesItsEnd)]
    [InlineData(Fault.HalfOfTheGraph)]
    [InlineData(Fault.ADefaultInPlaceOfTheKnownValue)]
    [InlineData(Fault.ConsumesTwice)]
    public void Body_WithAFault_Fails(Fault fault) => Assert.Throws<WorkloadException>(() => Run(fault));

    [Fact]
    public void Body_WithOneOfSeveralUnfinished_Fails()
    {
        Workload workload = Create(Fault.OnlyTheFirstOfSeveral, pending: true);
        workload.StartOne();
        workload.StartOne();

        Assert.Throws<WorkloadException>(workload.CompleteAll);
    }

    private static void Run(Fault fault) => Create(fault, pending: false).Run();

    private static Workload Create(Fault fault, bool pending)
    {
        Workload workload = NestedWorkload<Body>.With(pending).Create!();
        workload.Setup();
        (Body.Fault, Body.Started) = (fault, 0);
        return workload;
    }

    /// <summary>Does at once what a library's methods do, but for its fault.</summary>
    private readonly struct Body : INestedBody
    {
        public static Fault Fault { get; set; }

        public static int Started { get; set; }

        public void Execute()
        {
            if (Fault == Fault.Empty || (++Started > 1 && Fault == Fault.OnlyTheFirstOfSeveral))
            {
                return;
            }

            DoItAll();
            if (Fault == Fault.ConsumesTwice)
            {
                DoItAll();
            }
        }

        public void CompletePending()
        {
        }

        private static void DoItAll()
        {
            if (Fault != Fault.OnlyReachesItsEnd)
            {
                Known.Consume(Known.Value<Struct32>());
                Known.Consume(Known.Value<object>());
            }

            if (Fault is not (Fault.OnlyReachesItsEnd or Fault.HalfOfTheGraph))
            {
                Known.Consume(Known.Value<object>());
                Known.Consume(Fault == Fault.ADefaultInPlaceOfTheKnownValue ? default : Known.Value<Struct32>());
            }

            if (Fault != Fault.NeverReachesItsEnd)
            {
                Known.Finish();
            }
        }
    }
}
