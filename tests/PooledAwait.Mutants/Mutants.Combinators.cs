using System.Collections.Generic;

namespace PooledAwait.Mutants;

/// <content>The ways to break the combinators.</content>
internal static partial class Mutants
{
    private const string Continued = "Combinators/ThenOperation.cs";
    private const string Collector = "Combinators/WhenAll/FailureCollector.cs";
    private const string Any = "Combinators/WhenAny/WhenAnyOperation.cs";
    private const string Raced = "Combinators/Inputs/RacedOperation.cs";
    private const string Timed = "Combinators/WaitAsync/TimedOperation.cs";
    private const string Ends = "Operations/Timers/Deadline.cs";
    private const string Queue = "Combinators/WhenEach/CompletionQueue.cs";

    private static IReadOnlyList<Mutant> Combinators =>
    [
        new("What a continuation started is waited for by nobody", Continued, "if (ReferenceEquals(failure, Continuations.WaitsAgain))", "if (failure is string)", "ThenTests"),
        new("A continuation whose wait was refused counts as called", Continued, "            _isCalled = false;\n            failure", "            failure", "ThenTests"),
        new("A continuation keeps what it has taken", Continued, "        _kept = null;\n", string.Empty, "Reachability"),
        new("A continuation counts as called for the next user", Continued, "        _isCalled = false;\n        return started", "        return started", "ThenTests|WrapTests"),
        new("A started operation's token loses its sign", Continued, "(short)wideToken;", "(short)(wideToken & short.MaxValue);", "WrapTests"),
        new("A failed continuation's token loses its sign", Continued, "operation.TryFail((short)token, failure);", "operation.TryFail((short)(token & short.MaxValue), failure);", "WrapTests"),
        new("What is continued at once and throws leaves its contexts behind", Continued, "        catch (Exception exception)\n        {\n            frame.Exit();\n", "        catch (Exception exception)\n        {\n", "Then"),
        new("What is continued at once leaves its contexts behind", Continued, "        frame.Exit();\n        return started;", "        return started;", "Then"),
        new("A continuation forgets where it goes on", Continued, "antecedent.Register(operation, token, schedulingContext,", "antecedent.Register(operation, token, null,", "Then"),
        new("WhenAll's errors are in the order of completion", Collector, "        failures.Sort(static (left, right) => left.Index.CompareTo(right.Index));\n", string.Empty, "WhenAllOracle"),
        new("WhenAll is canceled though one has failed", Collector, "            0 => cancellation,", "            _ when cancellation is not null => cancellation,", "WhenAllOracle"),
        new("WhenAll runs who awaits it in a nested loop", "Combinators/WhenAll/WhenAllOperation.cs", "        Finish();\n        return this;", "        Finish();\n        Trampoline.CompleteAndRun(this);\n        return null;", "CombinatorScale"),
        new("WhenAll's results go to the wrong place", "Combinators/WhenAll/WhenAllOfMany.cs", "_destination.Span[index] = result;", "_destination.Span[0] = result;", "WhenAllOracle"),
        new("A mistake hides behind other errors", "Combinators/Inputs/UnusableInputException.cs", "Failure.PeekError(failure) is UnusableInputException", "failure is null", "CombinatorMistake"),
        new("WhenAny takes the last that is complete", Any, "else if (_first is null)", "else if (_first is null || index > 0)", "WhenAnyOracle"),
        new("A loser is not consumed", Any, "                input.Forget();\n", "                return;\n", "WhenAnyOracle|CombinatorMistake"),
        new("Two participants win", Raced, "if (!TryBeginCompletion(token))", "if (!CanBeginCompletion(token))", "CombinatorRace"),
        new("A winner during the setup does not wait for its end", Raced, "        Atomic.Read(ref _gate) == SettingUp && Atomic.CompareExchange(ref _gate, DecidedEarly, SettingUp);", "        false;", "WaitAsyncTests"),
        new("A registration stays", Timed, "        CancellationCallbacks.EndQuietly(_registration);\n", string.Empty, "SmallHeap|CombinatorAllocation|WaitAsync"),
        new("A timer stays armed", Ends, "                UnflowedTimer.Set(_timer, Timeout.Infinite);\n", string.Empty, "DeadlineTests"),
        new("Another clock's timer stays", Ends, "                otherTimer.Dispose();\n", string.Empty, "WaitAsyncOracle|DelayTests"),
        new("The cancellation has no token", Timed, "Failure.Of(cancellationToken)", "Failure.Canceled", "WaitAsyncOracle|DelayTests"),
        new("A late callback ends another use", Ends, "if (left <= 0)", "if (due != None)", "DeadlineTests"),
        new("A late callback sets the timer of what is over", Ends, "                Volatile.Write(ref _due, None);\n", string.Empty, "DeadlineTests"),
        new("An early callback is lost", Ends, "UnflowedTimer.Set(deadline._timer!, due == None ? Timeout.Infinite : left);", "_ = left;", "DeadlineTests"),
        new("A late callback sets another use's time", Ends, "while (due != Volatile.Read(ref deadline._due));", "while (due < 0);", "DeadlineTests"),
        new("Another clock's callback names no use", Ends, "owner.Elapse(token);\n    }\n}", "owner.Elapse(owner.Deadline._token);\n    }\n}", "DeadlineTests|WaitAsync|DelayTests|SourceOption"),
        new("A cancellation that is late ends another use", Timed, "cancellationToken.IsCancellationRequested\n            && ", string.Empty, "InterruptTests|CombinatorRace"),
        new("An interrupt of setting a timer is lost", "Platform/UnflowedTimer.cs", "            wait.End();\n", string.Empty, "InterruptTests"),
        new("An interrupt leaves a timer as it was", "Platform/UnflowedTimer.cs", "while (!isSet)", "if (!isSet)", "InterruptTests"),
        new("A timer keeps its maker's context", "Platform/UnflowedTimer.Net.cs", "if (ExecutionContext.IsFlowSuppressed())", "if (callback is not null)", "CombinatorContext"),
        new("A timeout of zero comes before the cancellation", "Combinators/WaitAsync/Waits.cs", "        cancellationToken.IsCancellationRequested ? Failure.Of(cancellationToken)\n        : milliseconds == 0 ? Failure.TimedOut", "        milliseconds == 0 ? Failure.TimedOut\n        : cancellationToken.IsCancellationRequested ? Failure.Of(cancellationToken)", "WaitAsyncOracle"),
        new("A listener is lost", "Combinators/Inputs/Listener.cs", "        s_pool.Return(thread, this);\n", string.Empty, "CombinatorAllocation"),
        new("A borrowed array is lost", "Combinators/Inputs/GrowingBuffer.cs", "            ArrayPool<T>.Shared.Return(items);\n", string.Empty, "CombinatorAllocation"),
        new("A ValueTask's combinator posts to the context", "Combinators/Inputs/BridgeAwaiterT.cs", "task.ConfigureAwait(false)", "task.ConfigureAwait(true)", "CombinatorContext"),
        new("WhenEach gives one twice", Queue, "                _waiter = null;\n                SetCurrent(completion);", "                _waiter = null;\n                SetCurrent(completion);\n                _ready.Add(completion);", "WhenEach"),
        new("WhenEach keeps what was taken", "Combinators/Inputs/GrowingBuffer.cs", "        _items[index] = default!;\n", string.Empty, "WhenEach"),
        new("The caller's memory throws into a setter", "Combinators/WhenAll/WhenAllOfMany.cs", "? Store(input.Index, result) : failure;", "? Store(_destination.Span[input.Index] is null ? 0 : input.Index, result) : failure;", "CallersMemory"),
        new("A sequence's queue is lost", Queue, "        if (isLast)\n        {\n            GoBack();\n        }\n", string.Empty, "CombinatorAllocation"),
    ];
}
