namespace AsyncBenchmarks.Tests.Scenarios;

/// <summary>Rounds that don't do their work: each must fail, or the bodies of the libraries prove nothing.</summary>
public class RoundsSabotageTests
{
    public enum Fault
    {
        None,
        CountsTwice,
        WrongStruct,
        WrongObject,
    }

    public static TheoryData<int> AllKinds => [.. System.Enum.GetValues<RoundsKind>().Cast<int>()];

    [Theory]
    [MemberData(nameof(AllKinds))]
    public void Rounds_ThatDoTheirWork_PassAndThoseThatCountTwice_Fail(int kind)
    {
        Run((RoundsKind)kind, Fault.None);
        Assert.Throws<WorkloadException>(() => Run((RoundsKind)kind, Fault.CountsTwice));
    }

    [Theory]
    [InlineData((int)RoundsKind.AwaitResolved, Fault.WrongStruct)]
    [InlineData((int)RoundsKind.AwaitResolved, Fault.WrongObject)]
    [InlineData((int)RoundsKind.ContinueWithFromValue, Fault.WrongStruct)]
    [InlineData((int)RoundsKind.ContinueWithFromValue, Fault.WrongObject)]
    public void Rounds_WithAWrongResult_Fail(int kind, Fault fault) =>
        Assert.Throws<WorkloadException>(() => Run((RoundsKind)kind, fault));

    [Fact]
    public void Gate_Opened_CallsEverybodyInOrderAndIsOpen()
    {
        Gate gate = new(3);
        string calls = "";
        gate.GetAwaiter().UnsafeOnCompleted(() => calls += "1");
        gate.GetAwaiter().OnCompleted(() => calls += "2");
        Assert.False(gate.GetAwaiter().IsCompleted);

        gate.Open();

        Assert.Equal("12", calls);
        Assert.True(gate.GetAwaiter().IsCompleted);
        gate.Close();
        Assert.False(gate.GetAwaiter().IsCompleted);
    }

    private static void Run(RoundsKind kind, Fault fault)
    {
        RoundsWork what = new(kind, 100);
        Availability work = what.IsChain ? what.WithChain<Body, int, int, int, int>() : what.WithAwait<Body, int, int, int>();
        Workload workload = work.Create!();
        Body.Fault = fault;
        workload.Setup();
        workload.Prepare();
        workload.Run();
    }

    /// <summary>Does at once what a library would do when it is told to.</summary>
    private readonly struct Body : IAwaitRounds<int, int, int>, IChainSteps<int, int, int, int>
    {
        private static readonly RoundSources<int, int, int> s_sources = new();

        public static Fault Fault { get; set; }

        public RoundSources<int, int, int> Sources => s_sources;

        public int CreateVoid() => 0;

        public int CreateVector() => 0;

        public int CreateObject() => 0;

        public void Complete(int source)
        {
        }

        public void Complete(int source, Vector4 value)
        {
        }

        public void Complete(int source, object value)
        {
        }

        public void StartPending() => Count(1);

        public void StartResolved() => Count(1);

        public void AwaitPending(RoundSources<int, int, int> sources, int first, int rounds) => Count(rounds);

        public void AwaitResolved(int rounds) => Count(rounds);

        public int TaskOf(int root) => root;

        public void Forget(int last)
        {
        }

        public int FromValue(int last) => CountOne(last);

        public int Resolved(int last) => CountOne(last);

        public int Pending(int last) => CountOne(last);

        private static int CountOne(int last)
        {
            Count(1);
            return last;
        }

        private static void Count(int rounds)
        {
            for (int round = 0; round < rounds; round++)
            {
                RoundTally.Add();
                RoundTally.Add(Fault == Fault.WrongStruct ? default : RoundTally.Vector);
                RoundTally.Add(Fault == Fault.WrongObject ? "another" : RoundTally.Object);
                if (Fault == Fault.CountsTwice)
                {
                    RoundTally.Add();
                }

                // What never ends is waited for; a thread that adds nothing makes the count go wrong at once.
                if (Fault is Fault.WrongStruct or Fault.WrongObject)
                {
                    RoundTally.Add();
                    RoundTally.Add();
                }
            }
        }
    }
}
