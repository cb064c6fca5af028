using System.Collections.Generic;

namespace PooledAwait.Mutants;

/// <content>The ways to break trampolines and transfers; and the place beside a magazine's array.</content>
internal static partial class Mutants
{
    private const string Stack = "Core/Trampoline.cs";
    private const string OneMagazine = "Pools/OperationPools.cs";
    private const string Shared = "Pools/Depot.cs";
    private const string ThisThread = "Pools/OperationPools.cs";
    private const string Then = "Combinators/ThenOperation.cs";
    private const string ObjectPool = "Pools/OperationPools.cs";

    private static IReadOnlyList<Mutant> Deliveries =>
    [
        new("Every trampoline is near", Stack, "(nuint)(trampoline - StackPosition.Here) < Near;", "trampoline != StackPosition.Here;", "DeliveryTests"),
        new("What is above is near without end", Stack, "(nuint)(trampoline - StackPosition.Here) < Near;", "trampoline > StackPosition.Here;", "ThreadStateTests"),
        new("A thread owns every trampoline", Stack, "(nuint)(position - _lowest) <= _span;", "position != 0;", "DeliveryTests"),
        new("A thread does not own its lowest trampoline", Stack, "(nuint)(position - _lowest) <= _span;", "(nuint)(position - _lowest - 1) < _span;", "ThreadStateTests"),
        new("A thread without trampolines owns what is no trampoline", Stack, "private nint _lowest = nint.MaxValue;", "private nint _lowest;", "ThreadStateTests"),
        new("A thread forgets its higher trampolines", Stack, "Math.Max(_lowest + (nint)_span, position)", "position", "ThreadStateTests"),
        new("Trampolines nest without end", Stack, "&& !RuntimeHelpers.TryEnsureSufficientExecutionStack())", "&& !RuntimeHelpers.TryEnsureSufficientExecutionStack() && position == 0)", "ThreadStateTests|NestingTests"),
        new("Room that nobody has asked for is found", Stack, "        {\n            TrampolineId = position;\n        }\n    }\n", "        {\n            _lowest = position;\n            TrampolineId = position;\n        }\n    }\n", "NestingTests"),
        new("Room once found is everywhere", Stack, "if (position < _lowest && ", "if (_lowest == nint.MaxValue && ", "NestingTests"),
        new("An inner trampoline's end is the outer one's", Stack, "internal void ExitTrampoline(nint outer) => TrampolineId = outer;", "internal void ExitTrampoline(nint outer) => TrampolineId = outer - outer;", "ThreadStateTests|NestingTests"),
        new("A trampoline that is over still runs", Stack, "internal void ExitTrampoline(nint outer) => TrampolineId = outer;", "internal void ExitTrampoline(nint outer) => TrampolineId |= outer & 0;", "NestingTests"),
        new("Another thread takes what is transferred", Consuming, "if (!ThreadState.Current.Owns(Atomic.Read(ref _trampoline)))", "if (_trampoline == 0)", "DeliveryTests"),
        new("What is transferred is refused from afar", Consuming, "if (!ThreadState.Current.Owns(Atomic.Read(ref _trampoline)))", "if (_trampoline != 0)", "DeliveryTests"),
        new("What is transferred is taken without a test of the thread", Consuming, "else if ((flags & StateWord.Transferred) != 0)", "else if (flags == 0)", "DeliveryTests"),
        new("What is consumed from afar is still the trampoline's", Consuming, "        _trampoline = TrampolineWord.None;\n        Atomic.Write(ref _word, _word & ~StateWord.Transferred);", "        Atomic.Write(ref _word, _word & ~StateWord.Transferred);", "DeliveryTests"),
        new("A trampoline does not recycle what it transferred", Consuming, "            _trampoline = TrampolineWord.None;\n            Recycle(thread);", "            _trampoline = TrampolineWord.None;", "DeliveryTests|OperationAllocation"),
        new("A transfer has no end", Consuming, "        else if (trampoline == TrampolineWord.Active(thread.TrampolineId))\n        {\n            EndTransferUnconsumed();\n        }\n", string.Empty, "DeliveryTests"),
        new("A trampoline forgets what it transferred", Trampolines, "            completed?.EndTransfer(thread);\n", string.Empty, "DeliveryTests|OperationAllocation"),
        new("A consumed object does not know that its trampoline recycles it", Consuming, "        _trampoline = TrampolineWord.Ended(trampolineId);\n        Atomic.Write", "        Atomic.Write", "DeliveryTests|OperationAllocation"),
        new("A trampoline that completes what nobody awaits has no end", Trampolines, "            if (waiter is null)\n            {\n                thread.ExitTrampoline(outer);\n", "            if (waiter is null)\n            {\n", "ThreadStateTests"),
        new("A completer's trampoline that throws has no end", Trampolines, "RunAll(frame, thread, operation, waiter);\n        }\n        catch\n        {\n            frame.Exit();\n            thread.ExitTrampoline(outer);\n", "RunAll(frame, thread, operation, waiter);\n        }\n        catch\n        {\n            frame.Exit();\n", "ThreadStateTests"),
        new("A callback's trampoline that throws has no end", Trampolines, "RunAll(frame, thread, completed: null, waiter);\n        }\n        catch\n        {\n            frame.Exit();\n            thread.ExitTrampoline(outer);\n", "RunAll(frame, thread, completed: null, waiter);\n        }\n        catch\n        {\n            frame.Exit();\n", "ThreadStateTests"),
        new("A completer's trampoline has no end", Trampolines, "        frame.Exit();\n        thread.ExitTrampoline(outer);\n    }\n\n    [MethodImpl", "        frame.Exit();\n    }\n\n    [MethodImpl", "ThreadStateTests"),
        new("A completer's trampoline forgets what it published", Trampolines, "RunAll(frame, thread, operation, waiter);", "RunAll(frame, thread, null, waiter);", "DeliveryTests|OperationAllocation"),
        new("What finds no stack keeps its failure without the trace", Completing, "isPosted ? Failure.MakeUnobserved(failure) : Failure.Capture(failure)", "isPosted ? Failure.MakeUnobserved(failure) : null", "NestingTests"),
        new("What finds no stack is never complete", Trampolines, "            operation.Complete();\n            return;", "            return;", "NestingTests"),
        new("Nothing is forwarded", Then, "        _awaitedToken = token;\n        return true;", "        _awaitedToken = token;\n        return false;", "ThenTests"),
        new("What a method awaits is forwarded", Completing, "if (!waiter.TryFollow(other, token))", "if (!waiter.TryFollow(other, token) && waiter is not ITracked)", "ThenTests"),
        new("What was forwarded keeps its handle", Completing, "        _ = TakeContinuation(out _);\n        PublishConsumed(word);\n", string.Empty, "ThenTests"),
        new("A waiter that could not be forwarded loses its antecedent", Completing, "            waiter.TryFollow(this, StateWord.Token(word));\n", string.Empty, "ThenTests"),
        new("What was forwarded does not come back", Completing, "        PublishConsumed(word);\n        Recycle(thread);", "        PublishConsumed(word);", "ThenTests"),
        new("What was forwarded keeps its waiter", Completing, "        _ = TakeContinuation(out _);\n", string.Empty, "Reachability"),
        new("A failure that is transferred to a ValueTask's awaiter is lost", "Core/Operation.Consuming.cs", "        OperationTracker.Current?.Consume(this, token);\n        object? failure = TakeFailure();", "        OperationTracker.Current?.Consume(this, token);\n        object? failure = null;", "DeliveryTests"),
        new("A method whose awaiter is read begins anywhere", "Core/Boxes.cs", "ref stateMachine, awaited, packedToken);\n            return;", "ref stateMachine, awaited, packedToken & int.MaxValue);\n            return;", "RecognizedBox"),
        new("A method whose awaiter is read goes on anywhere", Boxes, "Awaiters.Register(awaited, packedToken, Waiter);", "Awaiters.Register(awaited, packedToken & int.MaxValue, Waiter);", "RecognizedBox"),
        new("A stale builder ends the next method of its box", "Builders/TaskMethod.cs", "Framework.Task.IsCompleted || !_box", "!_box", "BuilderByHand"),
        new("A Task's end nests", Stack, "if (thread.TryDefer(waiter))", "if (thread is null)", "TaskChain"),
        new("A box is deferred into the Task of its completer", "Runtime/FrameworkBoxes.Net.cs", "is { } continuation && CurrentTask(null) is null ?", "is { } continuation ?", "TaskChain"),
        new("A deferred box is forgotten for another", Stack, "        if (!_isDeferred)\n        {\n            _continuation = continuation;\n        }\n", "        _continuation = continuation;\n", "TaskChain"),
        new("A box is left to a trampoline that doesn't run the method", "Builders/TaskMethod.cs", "if (_box.HasEndedUnder(thread))", "if (_box is not null)", "TaskChain"),
        new("A Task's box keeps the context of an await that threw", Boxes, "        ClearStateMachine();\n        SetFailure(null);\n        EndRun();", "        ClearStateMachine();\n        EndRun();", "Reachability"),
        new("A new box is taken for a resumed one", Core, "internal bool IsResumed => TrampolineWord.IsActive(_trampoline);", "internal bool IsResumed => true;", "DeliveryTests"),
        new("The place beside the array is not counted", OneMagazine, "(First is null ? 0 : 1) + ", string.Empty, "PoolStatistics"),
        new("A magazine is not idle", Shared, "            idle += magazine.IdleBefore;\n", string.Empty, "PoolStatistics"),
        new("What a magazine had is not dropped", Shared, "        _dropped += magazine.IdleBefore;\n", string.Empty, "PoolStatistics|PoolTrim"),
        new("A dropped magazine stays the thread's", OneMagazine, "page[place] = null;", "page[place] ??= null;", "PoolTrim"),
        new("Only the depot is read", Shared, "            AddUp(magazine);\n            idle", "            idle", "PoolStatistics|PoolMeter"),
        new("A thread's end loses its counts", ThisThread, "            Clear();\n", string.Empty, "SmallHeap"),
        new("Returns decrease", Shared, "Math.Max(_returnedSeen, _rented - _allocated + idle + _dropped + _retired)", "_rented - _allocated + idle + _dropped + _retired", "PoolStatistics"),
        new("The place beside the array gives its object twice", OneMagazine, "            First = null;\n", string.Empty, "PoolTests|InFlight"),
        new("The place beside the array is overwritten", OneMagazine, "if (First is null)\n        {", "if (true)\n        {", "PoolStatistics|InFlight"),
        new("A pool without magazines is given one", ObjectPool, "            depot.PutOne(value);\n        }\n        else\n        {\n", string.Empty, "Unload|PoolSize"),
        new("A magazine in use is idle", Shared, "Before = idle;\n            magazine.IdlePeriods = -1;\n", "Before = idle;\n", "PoolTrim"),
        new("A burst's empty arrays are lost", "Pools/Depot.cs", "                    _empty.Push(empty);\n", string.Empty, "InFlight"),
        new("Empty arrays are kept for ever", "Pools/Depot.cs", "            _empty.EndPeriod();\n", string.Empty, "PoolTrim"),
        new("A rental leaves the trimmer asleep", Shared, "        PoolTrimmer.KeepAwake();\n", string.Empty, "PoolTrim"),
        new("A timer that could not be set is not tried again", "Pools/PoolTrimmer.cs", "                Volatile.Write(ref s_isAwake, 0);\n                UnobservedExceptions", "                UnobservedExceptions", "PoolTrim"),
        new("Every pool has a series", "Pools/PoolRegistry.cs", "readings.Count >= MaxReadings", "readings.Count < 0", "PoolMeter"),
        new("A listener's failure ends the timer", "Diagnostics/PoolMeter.cs", "            UnobservedExceptions.Report(exception);", "            throw new InvalidOperationException(null, exception);", "PoolMeter"),
        new("The event source keeps its listener's context", "Diagnostics/DiagnosticEvents.cs", "UnflowedTimer.Create(TimeProvider.System, static state => ((DiagnosticEvents)state!).WriteStatistics(), this);", "new Timer(static state => ((DiagnosticEvents)state!).WriteStatistics(), this, interval, interval);", "PoolMeter"),
        new("Tracking fails where an attribute can't be read", "Diagnostics/CallSite.cs", "        catch (Exception)\n", "        catch (FormatException)\n", "TrackingTests"),
        new("A method's first await is in its box already", "Builders/PooledValueTaskMethodBuilder.cs", "if (_box is { IsResumed: true } box)\n            {\n                Awaiters.Register(awaited, packedToken, box.Waiter);\n            }\n            else\n            {\n                StateMachineBox<TStateMachine, VoidResult>.Suspend", "if (_box is { } box)\n            {\n                Awaiters.Register(awaited, packedToken, box.Waiter);\n            }\n            else\n            {\n                StateMachineBox<TStateMachine, VoidResult>.Suspend", "DeliveryTests"),
        new("A method with a result has its first await in its box already", "Builders/PooledValueTaskMethodBuilder.cs", "if (_box is { IsResumed: true } box)\n            {\n                Awaiters.Register(awaited, packedToken, box.Waiter);\n            }\n            else\n            {\n                StateMachineBox<TStateMachine, T>.Suspend", "if (_box is { } box)\n            {\n                Awaiters.Register(awaited, packedToken, box.Waiter);\n            }\n            else\n            {\n                StateMachineBox<TStateMachine, T>.Suspend", "DeliveryTests"),
        new("A sized pool keeps one too many", Shared, "((size - 1) / Magazine.Capacity) - 2;", "(size / Magazine.Capacity) - 2;", "PoolSize"),
    ];
}
