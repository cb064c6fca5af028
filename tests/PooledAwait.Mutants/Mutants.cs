namespace PooledAwait.Mutants;

/// <summary>The ways to break the library that some test must notice, by the invariant that they break.</summary>
internal static class Mutants
{
    private const string ContextFrame = "Core/ContextFrame.Net.cs";
    private const string Deadline = "Core/Deadline.cs";
    private const string OperationCompleting = "Core/Operation.Completing.cs";
    private const string OperationConsuming = "Core/Operation.Consuming.cs";
    private const string OperationContexts = "Core/Operation.Contexts.Net.cs";
    private const string OperationT = "Core/OperationT.cs";
    private const string StateWord = "Core/StateWord.cs";
    private const string TaskOperation = "Core/TaskOperation.cs";
    private const string ThreadStateTrampolines = "Core/ThreadState.Trampolines.Net.cs";
    private const string Trampoline = "Core/Trampoline.cs";
    private const string MagazineDepot = "Pools/MagazineDepot.cs";

    internal static IReadOnlyList<Mutant> All { get; } =
    [
        // A handle is used once.
        new("The version is not raised", StateWord, "+ 0x1_0000u)", "+ 0u)", "SingleUse"),
        new("The token comes round again", StateWord, "unchecked((int)0xFFFF_0000u) | Retired", "0", "Wrap"),
        new("Stale handles are accepted", OperationConsuming, "            if (flags >= StateWord.Retired)\n            {\n                ThrowStaleToken(token);\n            }\n\n            if ((flags & StateWord.Completed) == 0)", "            if ((flags & StateWord.Completed) == 0)", "SingleUse|Wrap"),
        new("A retired object is pooled", OperationConsuming, "if ((_word & StateWord.Retired) == 0)", "if (true)", "Wrap"),

        // One setter and one consumer win.
        new("Winning is not atomic", OperationCompleting, "else if (Atomic.CompareExchange(ref _word, word | StateWord.Completing, word))", "else if (System.Threading.Volatile.Read(ref _word) == word && System.Threading.Interlocked.Exchange(ref _word, word | StateWord.Completing) != -1)", "SetterRace"),
        new("A second setter wins too", OperationCompleting, "if (flags >= StateWord.Retired || (flags & (StateWord.Completing | StateWord.Completed)) != 0)", "if (flags >= StateWord.Retired || (flags & StateWord.Completed) != 0)", "SetterRace|SourceModel"),
        new("Consuming is not atomic", OperationConsuming, "            else if (Atomic.CompareExchange(ref _word, StateWord.Next(word), word))", "            else if (System.Threading.Interlocked.Exchange(ref _word, StateWord.Next(word)) != -1)", "ConsumerRace"),
        new("Two participants win", OperationT, "        if (!TryBeginCompletion(token))\n        {\n            return false;\n        }\n\n        _result = result;\n        SetFailure", "        if (!CanBeginCompletion(token))\n        {\n            return false;\n        }\n\n        _result = result;\n        SetFailure", "CombinatorRace"),

        // An object goes back once.
        new("A consumed object is lost", OperationConsuming, "            _pool.Return(thread, this);\n", string.Empty, "OperationAllocation|InFlight"),
        new("A consumed object is pooled twice", OperationConsuming, "            _pool.Return(thread, this);\n", "            _pool.Return(thread, this);\n            _pool.Return(thread, this);\n", "SetterRace|InFlight|Yield"),
        new("An object may be returned twice", "Pools/PooledObject.cs", "ref entry._isReturned, 1) == 0", "ref entry._isReturned, 1) >= 0", "PoolTests"),
        new("A stale builder ends the next method of its box", "Builders/TaskMethod.cs", "Framework.Task.IsCompleted || !_box", "!_box", "BuilderByHand"),

        // Nothing keeps what was used.
        new("The continuation stays in the completed object", OperationCompleting, "        _continuation = null;\n        _continuationState = null;", "        _continuationState = null;", "Reachability"),
        new("The box stays in what it has awaited", OperationCompleting, "        _continuation = null;\n        PublishTransferred(word, thread);", "        PublishTransferred(word, thread);", "Reachability"),
        new("The result stays in the pooled object", OperationT, "            _result = default!;\n", string.Empty, "Reachability"),
        new("The state machine stays in the pooled object", "Core/StateMachineBox.cs", "        _stateMachine = default!;\n        if", "        if", "Reachability"),
        new("The failure stays for the next user", OperationConsuming, "            _contextOrFailure = null;\n", string.Empty, "Reachability|SourceModel"),
        new("A follower keeps its Task when it is complete", TaskOperation, "        _task = null;\n        if (task.Status", "        if (task.Status", "Reachability"),
        new("A continuation keeps what it has taken", "Combinators/ThenOperation.cs", "        _awaited = null;\n        return", "        return", "Reachability"),

        // Contexts.
        new("The context is not captured", OperationContexts, "Volatile.Write(ref _contextOrFailure, context);\n        }\n    }", "_contextOrFailure = null;\n        }\n    }", "Context"),
        new("The context is not restored", ContextFrame, "        ExecutionContext.Restore(context);\n        return", "        return", "Context"),
        new("The setter's context is not put back", ContextFrame, "            ExecutionContext.Restore(context);\n", string.Empty, "Context"),
        new("A body's SynchronizationContext leaks", ContextFrame, "        SynchronizationContext.SetSynchronizationContext(synchronizationContext);\n", string.Empty, "Context"),
        new("A continuation that throws leaves its contexts behind", Trampoline, "RunAll(frame, thread, operation, waiter);\n        }\n        catch\n        {\n            frame.Exit();\n", "RunAll(frame, thread, operation, waiter);\n        }\n        catch\n        {\n", "Context"),
        new("The caller's context is not guarded", "Builders/AsyncMethod.cs", "                ContextFrame.Restore(context ?? (object)ThreadContexts.DefaultMark, synchronizationContext);\n", string.Empty, "Context"),
        new("Flow that is suppressed is captured", "Runtime/ThreadContexts.Net.cs", ": PrivateFields.IsFlowSuppressed(context) ? null", ": PrivateFields.IsFlowSuppressed(context) && thread is null ? null", "DefaultContext"),
        new("No context is marked", OperationContexts, "Volatile.Write(ref _contextOrFailure, ThreadContexts.DefaultMark);", "_contextOrFailure = ThreadContexts.Default;", "DefaultContext"),
        new("Suppressed flow is marked", OperationContexts, "if (ReferenceEquals(context, ThreadContexts.DefaultMark))", "if (context is null || ReferenceEquals(context, ThreadContexts.DefaultMark))", "Context"),
        new("A mark stands for the loop's context", ContextFrame, "ThreadContexts.Unmarked(captured)!;", "ThreadContexts.Unmarked(captured is string && own is not null ? own : captured)!;", "DefaultContext"),
        new("A method whose awaiter is read goes on anywhere", "Core/MethodBox.cs", "Awaiters.Register(awaited, packedToken, this);", "Awaiters.Register(awaited, packedToken & int.MaxValue, this);", "RecognizedBox"),

        // Trampolines.
        new("An asynchronous continuation runs in the setter", StateWord, "HowResumed = Awaited | ByWaiter | Asynchronous;", "HowResumed = Awaited | ByWaiter;", "AsynchronousContinuation"),
        new("A state machine that suspended counts as ended", "Core/Operation.cs", "        if (_trampoline != TrampolineWord.Ended(trampolineId))", "        if (_trampoline == TrampolineWord.None)", "Yield"),
        new("What is above is near without end", ThreadStateTrampolines, "(nuint)(trampoline - StackPosition.Here) < Near;", "trampoline > StackPosition.Here;", "ThreadStateTests"),
        new("A thread does not own its lowest trampoline", ThreadStateTrampolines, "(nuint)(position - _lowest) <= _span;", "(nuint)(position - _lowest - 1) < _span;", "ThreadStateTests"),
        new("Trampolines nest without end", ThreadStateTrampolines, "&& !RuntimeHelpers.TryEnsureSufficientExecutionStack())", "&& !RuntimeHelpers.TryEnsureSufficientExecutionStack() && position == 0)", "ThreadStateTests|NestingTests"),
        new("A trampoline that is over still runs", ThreadStateTrampolines, "internal void ExitTrampoline(nint outer) => TrampolineId = outer;", "internal void ExitTrampoline(nint outer) => TrampolineId |= outer & 0;", "NestingTests"),
        new("A completer's trampoline has no end", Trampoline, "        frame.Exit();\n        thread.ExitTrampoline(outer);\n    }\n\n    [MethodImpl", "        frame.Exit();\n    }\n\n    [MethodImpl", "ThreadStateTests"),
        new("A completer's trampoline that throws has no end", Trampoline, "RunAll(frame, thread, operation, waiter);\n        }\n        catch\n        {\n            frame.Exit();\n            thread.ExitTrampoline(outer);\n", "RunAll(frame, thread, operation, waiter);\n        }\n        catch\n        {\n            frame.Exit();\n", "ThreadStateTests"),
        new("What finds no stack is never complete", Trampoline, "            operation.Complete();\n            return;", "            return;", "NestingTests"),

        // Transfers.
        new("Another thread takes what is transferred", OperationConsuming, "if (!ThreadState.Current.Owns(Atomic.Read(ref _trampoline)))", "if (_trampoline == 0)", "DeliveryTests"),
        new("A trampoline does not recycle what it transferred", OperationConsuming, "            _trampoline = TrampolineWord.None;\n            Recycle(thread);", "            _trampoline = TrampolineWord.None;", "DeliveryTests|OperationAllocation"),
        new("A transfer has no end", OperationConsuming, "        else if (trampoline == TrampolineWord.Active(thread.TrampolineId))\n        {\n            EndTransferUnconsumed();\n        }\n", string.Empty, "DeliveryTests"),
        new("A failure that is transferred to a ValueTask's awaiter is lost", OperationT, "        OperationTracker.Current?.Consume(this, token);\n        object? failure = TakeFailure();", "        OperationTracker.Current?.Consume(this, token);\n        object? failure = null;", "DeliveryTests"),
        new("What a method awaits is forwarded", OperationCompleting, "if (!waiter.TryFollow(other, token))", "if (!waiter.TryFollow(other, token) && waiter is not ITracked)", "ThenTests"),
        new("What was forwarded does not come back", OperationCompleting, "        PublishConsumed(word);\n        Recycle(thread);", "        PublishConsumed(word);", "ThenTests"),

        // The framework's Tasks.
        new("A box is deferred into the Task of its completer", "Runtime/FrameworkBoxes.Net.cs", "is { } continuation && CurrentTask(null) is null ?", "is { } continuation ?", "TaskChain"),
        new("A deferred box is forgotten for another", "Core/ThreadState.Deferral.cs", "        if (!_isDeferred)\n        {\n            _continuation = continuation;\n        }\n", "        _continuation = continuation;\n", "TaskChain"),
        new("The framework's current Task is that of the completer", TaskOperation, "            current = null;\n", string.Empty, "TaskInput"),
        new("A follower keeps one error of several", TaskOperation, "errors.Count == 1 ?", "errors.Count != 0 ?", "TaskInput"),

        // Pools.
        new("The depot keeps what nobody needs", "Pools/TrimmedStack.cs", "int surplus = Math.Min(_low, _lowBefore);", "int surplus = Math.Min(_low, 0);", "PoolTrim"),
        new("What a magazine had is not dropped", MagazineDepot, "        _dropped += magazine.IdleBefore;\n", string.Empty, "PoolStatistics|PoolTrim"),
        new("A thread's end loses its counts", "Pools/ThreadState.cs", "            Clear();\n", string.Empty, "SmallHeap"),
        new("The place beside the array gives its object twice", "Pools/Magazine.cs", "            First = null;\n", string.Empty, "PoolTests|InFlight"),
        new("A magazine in use is idle", MagazineDepot, "Before = idle;\n            magazine.IdlePeriods = -1;\n", "Before = idle;\n", "PoolTrim"),
        new("A rental leaves the trimmer asleep", MagazineDepot, "        PoolTrimmer.KeepAwake();\n", string.Empty, "PoolTrim"),

        // Interruptions.
        new("An interruption leaves a lock", "Runtime/UninterruptedWait.cs", "            Thread.Sleep(1);\n        }\n        catch (ThreadInterruptedException)\n        {\n            Keep();", "            Thread.Sleep(1);\n        }\n        catch (ThreadInterruptedException)\n        {\n            throw;", "ShortLock"),
        new("An interruption is lost in a wait", "Runtime/UninterruptedWait.cs", "            Thread.CurrentThread.Interrupt();\n", string.Empty, "ShortLock"),
        new("A pool's size is sought without a retry", "Pools/OperationPools.cs", "UninterruptedWait.Repeat(PoolSizes.Of, type)", "PoolSizes.Of(type)", "InterruptTests"),
        new("A winner waits for a callback", "Runtime/CancellationCallbacks.cs", "registration.Unregister();", "registration.Dispose();", "InterruptRace"),

        // Limits.
        new("A registration stays", "Core/Limits.cs", "        CancellationCallbacks.EndQuietly(registration);\n", string.Empty, "SmallHeap|CombinatorAllocation|WaitAsync|WaiterTests"),
        new("A timer stays armed", Deadline, "                UnflowedTimer.Set(_timer, Timeout.Infinite);\n", string.Empty, "DeadlineTests"),
        new("A late callback ends another use", Deadline, "if (left <= 0)", "if (due != None)", "DeadlineTests"),
        new("A winner during the setup does not wait for its end", "Core/SetupGate.cs", "        Atomic.Read(ref _state) == SettingUp && Atomic.CompareExchange(ref _state, EndedEarly, SettingUp);", "        false;", "WaitAsyncTests"),
        new("A late callback sets another use's time", Deadline, "while (due != Volatile.Read(ref deadline._due));", "while (due < 0);", "DeadlineTests"),
        new("A cancellation that is late ends another use", "Core/Limits.cs", "if (cancellationToken.IsCancellationRequested)", "if (use != 0)", "WaiterTests"),

        // Failures.
        new("The failure is lost", OperationConsuming, "            _contextOrFailure = null;\n        }\n\n        return failure;\n", "            _contextOrFailure = null;\n        }\n\n        return null;\n", "SourceModel"),
        new("An error that nobody consumes is lost", "Core/Fault.cs", "~Fault() => Failure.ReportUnobserved(error);", "~Fault() => GC.KeepAlive(error);", "UnobservedFailure"),
        new("An error that somebody got is reported", "Core/Fault.cs", "        GC.SuppressFinalize(this);\n", string.Empty, "UnobservedFailure"),
        new("A handler that throws silences the next", "Diagnostics/UnobservedExceptions.cs", "                Report(exception);\n", "                Report(exception);\n                return;\n", "FireAndForget"),

        // Combinators.
        new("WhenAll's errors are in the order of completion", "Combinators/FailureCollector.cs", "        failures.Sort(static (left, right) => left.Index.CompareTo(right.Index));\n", string.Empty, "WhenAllOracle"),
        new("A mistake hides behind other errors", "Combinators/UnusableInputException.cs", "Failure.PeekError(failure) is UnusableInputException", "failure is null", "CombinatorMistake"),
        new("A loser is not consumed", "Combinators/WhenAnyOperation.cs", "i < tasks.Length; i++)", "i < tasks.Length && any.CanBeginCompletion(first._token); i++)", "WhenAnyOracle|CombinatorMistake"),
        new("WhenEach gives one twice", "Combinators/CompletionQueue.cs", "                _waiter = null;\n                SetCurrent(completion);", "                _waiter = null;\n                SetCurrent(completion);\n                _ready.Add(completion);", "WhenEach"),
        new("A continuation counts as called for the next user", "Combinators/ThenOperation.cs", "        _isCalled = false;\n        return Cast", "        return Cast", "ThenTests|WrapTests"),

        // Coordination.
        new("A late timer ends another wait", "Coordination/QueuedWaiter.cs", " && Token == use;", ";", "WaiterTests"),
        new("A wait that gives up stays in its queue", "Coordination/QueuedWaiter.cs", "            queue.End(this, failure);\n", "            End(failure);\n", "CoordinationModel"),
        new("A waiter that leaves takes those before it along", "Coordination/WaiterQueue.cs", "            next._previous = waiter._previous;\n", "            next._previous = null;\n", "CoordinationModel"),
        new("A lock is left by a stale releaser", "Coordination/PooledLock.cs", "bool isOwner = _owner == ticket;", "bool isOwner = _owner != Free;", "ConditionVariable"),
        new("A reader overtakes a writer", "Coordination/WaiterQueue.cs", "bool isTaken = IsEmpty && tryTake", "bool isTaken = tryTake", "CoordinationModel"),
        new("The item of a waiting writer is lost", "Coordination/PooledChannelT.cs", "            item = writer.Result;\n", string.Empty, "ChannelTests"),
    ];
}
