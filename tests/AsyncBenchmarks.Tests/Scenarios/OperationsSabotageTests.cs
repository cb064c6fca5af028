using System;
using System.Collections.Generic;
using System.Threading;
using AsyncBenchmarks.Scenarios;

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

    [Theory]
    [InlineData((int)OperationsKind.Contended, 2)]
    [InlineData((int)OperationsKind.CrossThread, 0)]
    [InlineData((int)OperationsKind.Deep, 10)]
    [InlineData((int)OperationsKind.Cancel, 2)]
    [InlineData((int)OperationsKind.Throw, 2)]
    [InlineData((int)OperationsKind.Flow, (int)LocalValue.Same)]
    [InlineData((int)OperationsKind.Burst, 100)]
    [InlineData((int)OperationsKind.GcPauses, 0)]
    public void Operations_ThatDoTheirWork_Pass(int kind, int size) => Run(kind, size, Fault.None);

    [Theory]
    [InlineData((int)OperationsKind.Contended, 2, Fault.EndsTwice)]
    [InlineData((int)OperationsKind.CrossThread, 0, Fault.EndsTwice)]
    [InlineData((int)OperationsKind.CrossThread, 0, Fault.WrongResult)]
    [InlineData((int)OperationsKind.Contended, 2, Fault.WrongResult)]
    [InlineData((int)OperationsKind.Deep, 10, Fault.EndsTwice)]
    [InlineData((int)OperationsKind.Deep, 10, Fault.WrongResult)]
    [InlineData((int)OperationsKind.Cancel, 2, Fault.EndsTwice)]
    [InlineData((int)OperationsKind.Cancel, 2, Fault.NoException)]
    [InlineData((int)OperationsKind.Throw, 2, Fault.EndsTwice)]
    [InlineData((int)OperationsKind.Throw, 2, Fault.NoException)]
    [InlineData((int)OperationsKind.Flow, (int)LocalValue.Same, Fault.EndsTwice)]
    [InlineData((int)OperationsKind.Flow, (int)LocalValue.Changing, Fault.OtherLocal)]
    [InlineData((int)OperationsKind.Burst, 100, Fault.EndsTwice)]
    [InlineData((int)OperationsKind.Burst, 100, Fault.WrongResult)]
    [InlineData((int)OperationsKind.GcPauses, 0, Fault.EndsTwice)]
    [InlineData((int)OperationsKind.GcPauses, 0, Fault.WrongResult)]
    public void Operations_WithAFault_Fail(int kind, int size, Fault fault) =>
        Assert.Throws<WorkloadException>(() => Run(kind, size, fault));

    [Fact]
    public void Flow_OfALibraryThatDoesNotLetTheContextFlow_IsMarked()
    {
        Workload workload = Create((int)OperationsKind.Flow, (int)LocalValue.Changing, Fault.None);
        workload.Setup();

        Figure flows = Assert.Single(workload.Figures);

        Assert.Equal(("Flows", 0, FigureUnit.YesNo), (flows.Name, flows.Value, flows.Unit));
    }

    private static void Run(int kind, int size, Fault fault)
    {
        Workload workload = Create(kind, size, fault);
        Watchdog.Run(kind + " " + fault, () =>
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

    private static Workload Create(int kind, int size, Fault fault)
    {
        Body.Fault = fault;
        return new OperationsWork((OperationsKind)kind, size).With<Body, Operation, Operation>().Create!();
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
