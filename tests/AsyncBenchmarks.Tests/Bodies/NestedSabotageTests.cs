using AsyncBenchmarks.Bodies;

namespace AsyncBenchmarks.Tests.Bodies;

/// <summary>Bodies that don't do their work: each must fail, or the bodies of the libraries prove nothing.</summary>
public class NestedSabotageTests
{
    [Fact]
    public void Body_ThatDoesItAll_Passes() => Run<Complete>();

    [Fact]
    public void Body_ThatIsEmpty_Fails() => Assert.Throws<WorkloadException>(Run<Empty>);

    [Fact]
    public void Body_ThatOnlyReachesItsEnd_Fails() => Assert.Throws<WorkloadException>(Run<FinishOnly>);

    [Fact]
    public void Body_ThatNeverReachesItsEnd_Fails() => Assert.Throws<WorkloadException>(Run<NoFinish>);

    [Fact]
    public void Body_ThatDoesHalfOfTheGraph_Fails() => Assert.Throws<WorkloadException>(Run<HalfOfIt>);

    [Fact]
    public void Body_WithADefaultInPlaceOfTheKnownValue_Fails() => Assert.Throws<WorkloadException>(Run<WrongStruct>);

    [Fact]
    public void Body_ThatConsumesTwice_Fails() => Assert.Throws<WorkloadException>(Run<Twice>);

    [Fact]
    public void Body_WithOneOfSeveralUnfinished_Fails()
    {
        Workload workload = NestedWorkload<OnlyTheFirst>.With(pending: true).Create!();
        workload.Setup();
        OnlyTheFirst.Started = 0;
        workload.StartOne();
        workload.StartOne();

        Assert.Throws<WorkloadException>(workload.CompleteAll);
    }

    private static void Run<TBody>()
        where TBody : struct, INestedBody
    {
        Workload workload = NestedWorkload<TBody>.With(pending: false).Create!();
        workload.Setup();
        workload.Run();
    }

    private static void GetAndConsume<T1, T2>()
    {
        Known.Consume(Known.Value<T1>());
        Known.Consume(Known.Value<T2>());
    }

    private static void DoItAll()
    {
        GetAndConsume<Struct32, object>();
        GetAndConsume<object, Struct32>();
        Known.Finish();
    }

    private readonly struct Complete : INestedBody
    {
        public void Execute() => DoItAll();

        public void CompletePending()
        {
        }
    }

    private readonly struct Empty : INestedBody
    {
        public void Execute()
        {
        }

        public void CompletePending()
        {
        }
    }

    private readonly struct FinishOnly : INestedBody
    {
        public void Execute() => Known.Finish();

        public void CompletePending()
        {
        }
    }

    private readonly struct NoFinish : INestedBody
    {
        public void Execute()
        {
            GetAndConsume<Struct32, object>();
            GetAndConsume<object, Struct32>();
        }

        public void CompletePending()
        {
        }
    }

    private readonly struct HalfOfIt : INestedBody
    {
        public void Execute()
        {
            GetAndConsume<Struct32, object>();
            Known.Finish();
        }

        public void CompletePending()
        {
        }
    }

    private readonly struct WrongStruct : INestedBody
    {
        public void Execute()
        {
            GetAndConsume<Struct32, object>();
            Known.Consume(Known.Value<object>());
            Known.Consume(default(Struct32));
            Known.Finish();
        }

        public void CompletePending()
        {
        }
    }

    private readonly struct Twice : INestedBody
    {
        public void Execute()
        {
            DoItAll();
            DoItAll();
        }

        public void CompletePending()
        {
        }
    }

    private readonly struct OnlyTheFirst : INestedBody
    {
        internal static int Started { get; set; }

        public void Execute()
        {
            if (Started++ == 0)
            {
                DoItAll();
            }
        }

        public void CompletePending()
        {
        }
    }
}
