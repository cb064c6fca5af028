namespace AsyncBenchmarks.Tests.Scenarios;

/// <summary>Operations that don't do their work: each must fail, or the bodies of the libraries prove nothing.</summary>
public class OperationsSabotageTests
{
    public enum Fault
    {
        None,
        EndsTwice,
        WrongResult,
        NoException,
        OtherLocal,
    }

    private static readonly Dictionary<string, OperationsWork> s_works = new()
    {
        ["Contended 2"] = new ContendedWork(2),
        ["CrossThread"] = new CrossThreadWork(),
        ["Deep 10"] = new DeepWork(10),
        ["Cancel 2"] = new UnhappyWork(2, Canceled: true),
        ["Throw 2"] = new UnhappyWork(2, Canceled: false),
        ["Flow Same"] = new FlowWork(LocalValue.Same),
        ["Flow Changing"] = new FlowWork(LocalValue.Changing),
        ["Burst 100"] = new BurstWork(100),
        ["GcPauses"] = new ServerWork(),
    };

    public static TheoryData<string> Works => [.. s_works.Keys.Except(["Flow Changing"])];

    [Theory]
    [MemberData(nameof(Works))]
    public void Operations_ThatDoTheirWork_PassAndThoseThatEndTwice_Fail(string work)
    {
        Run(work, Fault.None);
        Assert.Throws<WorkloadException>(() => Run(work, Fault.EndsTwice));
    }

    [Theory]
    [InlineData("CrossThread", Fault.WrongResult)]
    [InlineData("Contended 2", Fault.WrongResult)]
    [InlineData("Deep 10", Fault.WrongResult)]
    [InlineData("Cancel 2", Fault.NoException)]
    [InlineData("Throw 2", Fault.NoException)]
    [InlineData("Flow Changing", Fault.OtherLocal)]
    [InlineData("Burst 100", Fault.WrongResult)]
    [InlineData("GcPauses", Fault.WrongResult)]
    public void Operations_WithAFault_Fail(string work, Fault fault) =>
        Assert.Throws<WorkloadException>(() => Run(work, fault));

    [Fact]
    public void Flow_OfALibraryThatDoesNotLetTheContextFlow_IsMarked()
    {
        Workload workload = Create("Flow Changing", Fault.None);
        workload.Setup();

        Figure flows = Assert.Single(workload.Figures);

        Assert.Equal(("Flows", 0, FigureUnit.YesNo), (flows.Name, flows.Value, flows.Unit));
    }

    private static void Run(string work, Fault fault)
    {
        Workload workload = Create(work, fault);
        Watchdog.Run(work + ", " + fault, () =>
        {
            try
            {
                workload.Setup();
                workload.Run();
            }
            finally
            {
                workload.Cleanup();
            }
        });
    }

    private static Workload Create(string work, Fault fault)
    {
        Body.Fault = fault;
        return s_works[work].With<Body, Operation, Operation>().Create!();
    }

    /// <summary>Calls back.</summary>
    private sealed class Operation
    {
        private readonly List<Action<int, Exception?>> _callbacks = [];

        public void Then(Action<int, Exception?> callback) => _callbacks.Add(callback);

        public void Set(int value, Exception? exception) => _callbacks.ForEach(callback => callback(value, exception));
    }

    private readonly struct Body : IOperations<Operation, Operation>
    {
        public static Fault Fault { get; set; }

        public Operation Create() => new();

        public Operation TaskOf(Operation source) => source;

        public void Complete(Operation source, int value) => source.Set(Fault == Fault.WrongResult ? value + 1 : value, null);

        public void Fail(Operation source, Exception exception) => source.Set(0, Fault == Fault.NoException ? null : exception);

        public void Cancel(Operation source) => Fail(source, new OperationCanceledException());

        public Operation Link(Operation previous)
        {
            Operation next = new();
            previous.Then((value, exception) => next.Set(value + 1, exception));
            return next;
        }

        public void Count(Operation last, Tally tally) => last.Then((value, _) => Add(tally, value));

        public void Catch(Operation last, Tally tally) => last.Then((_, exception) => Add(
            tally,
            exception is OperationCanceledException ? Tally.Canceled : exception is InvalidOperationException ? Tally.Failed : 0));

        public void Watch(Operation last, AsyncLocal<int> local, Tally tally) =>
            last.Then((_, _) => Add(tally, Fault == Fault.OtherLocal ? -1 : local.Value));

        private static void Add(Tally tally, int value)
        {
            tally.Add(value);
            if (Fault == Fault.EndsTwice)
            {
                tally.Add(value);
            }
        }
    }
}
