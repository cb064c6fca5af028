using System.Collections.Generic;

namespace PooledAwait.Mutants;

/// <summary>The ways to break the library that some test must notice; here those of the core.</summary>
internal static partial class Mutants
{
    private const string Word = "Core/Operation.cs";
    private const string Core = "Core/Operation.cs";
    private const string Awaiting = "Core/Operation.Awaiting.cs";
    private const string Completing = "Core/Operation.Completing.cs";
    private const string Consuming = "Core/Operation.Consuming.cs";
    private const string Trampolines = "Core/Trampoline.cs";
    private const string Boxes = "Core/Boxes.cs";
    private const string Contexts = "Core/Contexts.cs";

    internal static IReadOnlyList<Mutant> All { get; } =
    [
        new("The version is not raised", Word, "+ 0x1_0000u)", "+ 0u)", "SingleUse"),
        new("The token comes round again", Word, "unchecked((int)0xFFFF_0000u) | Retired", "0", "Wrap"),
        new(
            "Winning is not atomic",
            Completing,
            "else if (Atomic.CompareExchange(ref _word, word | StateWord.Completing, word))",
            "else if (System.Threading.Volatile.Read(ref _word) == word && System.Threading.Interlocked.Exchange(ref _word, word | StateWord.Completing) != -1)",
            "SetterRace"),
        new("A second setter wins too", Completing, "if (flags >= StateWord.Retired || (flags & (StateWord.Completing | StateWord.Completed)) != 0)", "if (flags >= StateWord.Retired || (flags & StateWord.Completed) != 0)", "SetterRace|SourceModel"),
        new("The continuation stays in the completed object", Completing, "        _continuation = null;\n        _continuationState = null;", "        _continuationState = null;", "Reachability"),
        new("The box stays in what it has awaited", Completing, "        _continuation = null;\n        PublishTransferred(word, thread);", "        PublishTransferred(word, thread);", "Reachability"),
        new("An asynchronous continuation runs in the setter", Word, "HowResumed = Awaited | ByWaiter | Asynchronous;", "HowResumed = Awaited | ByWaiter;", "AsynchronousContinuation"),
        new("The first tier boxes an awaiter", "Runtime/Runtimes.cs", "MethodImplOptions.AggressiveInlining | MethodImplOptions.AggressiveOptimization;", "MethodImplOptions.AggressiveInlining;", "TieringTests"),
        new("Stale handles are accepted", Consuming, "            if (flags >= StateWord.Retired)\n            {\n                ThrowStaleToken(token);\n            }\n\n            if ((flags & StateWord.Completed) == 0)", "            if ((flags & StateWord.Completed) == 0)", "SingleUse|Wrap"),
        new("Consuming is not atomic", Consuming, "            else if (Atomic.CompareExchange(ref _word, StateWord.Next(word), word))", "            else if (System.Threading.Interlocked.Exchange(ref _word, StateWord.Next(word)) != -1)", "ConsumerRace"),
        new("The failure is lost", Consuming, "            _contextOrFailure = null;\n        }\n\n        return failure;\n", "            _contextOrFailure = null;\n        }\n\n        return null;\n", "SourceModel"),
        new("The failure stays for the next user", Consuming, "            _contextOrFailure = null;\n", string.Empty, "Reachability|SourceModel"),
        new("A retired object is pooled", Consuming, "if ((_word & StateWord.Retired) == 0)", "if (true)", "Wrap"),
        new("A consumed object is lost", Consuming, "            _pool.Return(thread, this);\n", string.Empty, "OperationAllocation|InFlight"),
        new("A consumed object is pooled twice", Consuming, "            _pool.Return(thread, this);\n", "            _pool.Return(thread, this);\n            _pool.Return(thread, this);\n", "SetterRace|InFlight|Yield"),
        new("The context is not captured", "Core/Contexts.cs", "Volatile.Write(ref _contextOrFailure, context);\n        }\n    }", "_contextOrFailure = null;\n        }\n    }", "Context"),
        new("The context is not restored", Contexts, "        ExecutionContext.Restore(context);\n        return", "        return", "Context"),
        new("A waiter's context is compared with the one at the trampoline's start", Contexts, "ReferenceEquals(context, ThreadContexts.Capture(thread.Thread))\n", "ReferenceEquals(context, _context)\n", "Context|Oracle"),
        new("The setter's context is not put back", Contexts, "            ExecutionContext.Restore(context);\n", string.Empty, "Context"),
        new("A body's SynchronizationContext leaks", Contexts, "        SynchronizationContext.SetSynchronizationContext(synchronizationContext);\n", string.Empty, "Context"),
        new("A continuation that throws leaves its contexts behind", Trampolines, "RunAll(frame, thread, operation, waiter);\n        }\n        catch\n        {\n            frame.Exit();\n", "RunAll(frame, thread, operation, waiter);\n        }\n        catch\n        {\n", "Context"),
        new("A callback whose continuation throws leaves its contexts behind", Trampolines, "RunAll(frame, thread, completed: null, waiter);\n        }\n        catch\n        {\n            frame.Exit();\n", "RunAll(frame, thread, completed: null, waiter);\n        }\n        catch\n        {\n", "Context"),
        new("A setter keeps the contexts of what it resumes", Trampolines, "        frame.Exit();\n        thread.ExitTrampoline(outer);\n    }\n\n    [MethodImpl", "        thread.ExitTrampoline(outer);\n    }\n\n    [MethodImpl", "Context"),
        new("A callback keeps the contexts of what it resumes", Trampolines, "        frame.Exit();\n        thread.ExitTrampoline(outer);\n    }\n\n    internal static void CompleteAndRun", "        thread.ExitTrampoline(outer);\n    }\n\n    internal static void CompleteAndRun", "Context"),
        new("The caller's context is not guarded", "Builders/PooledValueTaskMethodBuilder.cs", "                ContextFrame.Restore(context ?? (object)ThreadContexts.DefaultMark, synchronizationContext);\n", string.Empty, "Context"),
        new("The result stays in the pooled object", "Core/Operation.Consuming.cs", "            _result = default!;\n", string.Empty, "Reachability"),
        new("The state machine stays in the pooled object", "Core/Boxes.cs", "        _stateMachine = default!;\n        if", "        if", "Reachability"),
        new("A state machine that suspended counts as ended", Core, "        if (_trampoline != TrampolineWord.Ended(trampolineId))", "        if (_trampoline == TrampolineWord.None)", "Yield"),
        new("A cancellation is a fault", "Core/Failure.cs", "Exception exception => exception is OperationCanceledException,", "Exception => false,", "UnobservedFailure"),
        new("The depot keeps what nobody needs", "Pools/Depot.cs", "int surplus = Math.Min(_low, _lowBefore);", "int surplus = Math.Min(_low, 0);", "PoolTrim"),
        .. Coordination,
        .. DefaultContexts,
        .. Deliveries,
        .. Framework,
        .. Surface,
        .. Combinators,
        .. Analyzers,
        .. Suite,
    ];
}
