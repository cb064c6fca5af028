using System.Collections.Generic;

namespace PooledAwait.Mutants;

/// <summary>The ways to break the library that some test must notice; here those of the core.</summary>
internal static partial class Mutants
{
    private const string Word = "Operations/StateWord.cs";
    private const string Completion = "Operations/Operation.cs";
    private const string Registration = "Operations/Operation.Registration.cs";
    private const string Consumption = "Operations/Operation.Consumption.cs";
    private const string Resumption = "Operations/Operation.Resumption.cs";
    private const string Loops = "Operations/Resumer.cs";
    private const string Contexts = "Platform/ContextFrame.Net.cs";

    internal static IReadOnlyList<Mutant> All { get; } =
    [
        new("The version is not raised", Word, "+ 0x1_0000u)", "+ 0u)", "SingleUse|StateWord"),
        new("The token comes round again", Word, "unchecked((int)0xFFFF_0000u) | Dead", "0", "Wrap|StateWord"),
        new(
            "Winning is not atomic",
            Completion,
            "else if (Atomic.CompareExchange(ref _state, word | StateWord.Claimed, word))",
            "else if (System.Threading.Volatile.Read(ref _state) == word && System.Threading.Interlocked.Exchange(ref _state, word | StateWord.Claimed) != -1)",
            "SetterRace"),
        new("A second setter wins too", Completion, "(flags & (StateWord.Claimed | StateWord.Completed)) != 0)\n            {", "(flags & StateWord.Completed) != 0)\n            {", "SetterRace|PooledValueTaskSource"),
        new("The continuation stays in the completed object", Completion, "        _continuation = null;\n        if (continuation is Forgotten", "        if (continuation is Forgotten", "Reachability"),
        new("The box stays in what it has awaited", Completion, "        _continuation = null;\n        if ((word & StateWord.Owned) != 0)", "        if ((word & StateWord.Owned) != 0)", "Reachability"),
        new("An asynchronous continuation runs in the setter", Completion, "StateWord.Awaited | StateWord.Linked | StateWord.Asynchronous;", "StateWord.Awaited | StateWord.Linked;", "AsynchronousContinuation"),
        new("Two awaiters can register", Registration, "StateWord.Claimed | StateWord.Asynchronous | StateWord.Cancelable", "StateWord.Claimed | StateWord.Asynchronous | StateWord.Cancelable | StateWord.Registering | StateWord.Awaited", "SingleUse"),
        new("A box that comes too late is never resumed", Registration, "            WorkItems.Queue(box, preferLocal: true);\n", string.Empty, "ForeignAwaiter"),
        new("A box that comes too late is resumed anywhere", Registration, "            Schedulers.Post(scheduler, box);\n", "            WorkItems.Queue(box, preferLocal: true);\n", "ForeignAwaiter"),
        new("The first tier boxes an awaiter", "Platform/AwaiterLinks.cs", "MethodImplOptions.AggressiveInlining | MethodImplOptions.AggressiveOptimization;", "MethodImplOptions.AggressiveInlining;", "TieringTests"),
        new("Stale handles are accepted", Consumption, "            if (flags >= StateWord.Dead)\n            {\n                Failures.ThrowStaleToken();\n            }\n\n            if ((flags & StateWord.Completed) == 0)", "            if ((flags & StateWord.Completed) == 0)", "SingleUse|Wrap"),
        new("Consuming is not atomic", Consumption, "|| !Atomic.CompareExchange(ref _state, StateWord.Next(word), word))", "|| System.Threading.Interlocked.Exchange(ref _state, StateWord.Next(word)) == -1)", "ConsumerRace"),
        new("The failure is lost", Resumption, "        return failure;\n", "        return null;\n", "ExceptionTests|CancellationTests"),
        new("The failure stays for the next user", Resumption, "            _contextOrFailure = null;\n", string.Empty, "Reachability|ExceptionTests|CancellationTests|ResultTests"),
        new("A dead object is pooled", Consumption, "if ((_state & StateWord.Dead) == 0)", "if (true)", "Wrap|Retirement"),
        new("A consumed object is lost", Consumption, "            _pool.Return(thread, this);\n", string.Empty, "OperationAllocation|InFlight"),
        new("A consumed object is pooled twice", Consumption, "            _pool.Return(thread, this);\n", "            _pool.Return(thread, this);\n            _pool.Return(thread, this);\n", "SetterRace|InFlight|Yield"),
        new("A forgotten exception is swallowed", Consumption, "            forgotten.Report(failure);\n", string.Empty, "Forget"),
        new("The context is not captured", "Platform/Operation.Context.Net.cs", "_contextOrFailure = context;\n        }\n    }", "_contextOrFailure = null;\n        }\n    }", "Context"),
        new("The context is not restored", Contexts, "        ExecutionContext.Restore(context);\n", string.Empty, "Context"),
        new("A later box is taken for the loop's first", Contexts, "ReferenceEquals(Unmarked(context), ExecutionContext.Capture()) ? box", "ReferenceEquals(Unmarked(context), _context) ? box", "Context|Oracle"),
        new("The setter's context is not put back", Contexts, "            ExecutionContext.Restore(_context);\n", string.Empty, "Context"),
        new("A body's SynchronizationContext leaks", Contexts, "        SynchronizationContext.SetSynchronizationContext(_synchronizationContext);\n", string.Empty, "Context"),
        new("A continuation that throws leaves its contexts behind", Loops, "        catch\n        {\n            frame.Exit();\n            thread.ExitLoop(outer);\n", "        catch\n        {\n            thread.ExitLoop(outer);\n", "Context"),
        new("A callback whose continuation throws leaves its contexts behind", Loops, "and again.\n            frame.Exit();\n", "and again.\n", "Context"),
        new("A setter keeps the contexts of what it resumes", Loops, "        // The caller's context is intact when its SetResult returns.\n        frame.Exit();\n", string.Empty, "Context"),
        new("A callback keeps the contexts of what it resumes", Loops, "        frame.Exit();\n        thread.ExitLoop(outer);\n    }\n\n    /// <summary>Publishes", "        thread.ExitLoop(outer);\n    }\n\n    /// <summary>Publishes", "Context"),
        new("The caller's context is not guarded", "MethodBuilders/PooledValueTaskMethodBuilderT.cs", "default(AsyncTaskMethodBuilder).Start(ref stateMachine);", "stateMachine.MoveNext();", "Context"),
        new("The result stays in the pooled object", "Operations/OperationT.cs", "            _result = default!;\n", string.Empty, "Reachability"),
        new("The state machine stays in the pooled object", "Operations/StateMachineBox.cs", "        _stateMachine = default!;\n        return this;", "        return this;", "Reachability"),
        new("An awaiter that calls back twice runs the body twice", Resumption, "        if (TryDisarm())\n        {\n            Resumer.Run(this);", "        if (TryDisarm() || true)\n        {\n            Resumer.Run(this);", "ForeignAwaiter"),
        new("A body that suspended counts as ended", Resumption, "if (_runner != ~thread.Runner)", "if (_runner == 0)", "Yield|Result"),
        new("A cancellation is a fault", "Operations/Failure.cs", "info.SourceException is OperationCanceledException : failure", "false : failure", "Cancellation"),
        new("The depot keeps what nobody needs", "Pooling/MagazineStack.cs", "int surplus = Math.Min(_low, _lowBefore);", "int surplus = Math.Min(_low, 0);", "PoolTrim"),
        .. DefaultContexts,
        .. Deliveries,
        .. Surface,
        .. Combinators,
    ];
}
