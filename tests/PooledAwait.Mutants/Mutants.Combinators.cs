using System.Collections.Generic;

namespace PooledAwait.Mutants;

/// <content>The ways to break the combinators.</content>
internal static partial class Mutants
{
    private const string Continued = "Combinators/ThenOperation.cs";
    private const string Collector = "Combinators/WhenAllOperation.cs";
    private const string Any = "Combinators/WhenAny.cs";
    private const string Ends = "Core/Limits.cs";
    private const string Both = "Core/Limits.cs";
    private const string Queue = "Combinators/CompletionQueue.cs";
    private const string Conversion = "Tasks/ValueTaskExtensions.cs";
    private const string Follower = "Core/TaskOperation.cs";

    private static IReadOnlyList<Mutant> Combinators =>
    [
        new("What a continuation started is waited for by nobody", Continued, "if (ReferenceEquals(outcome, this))", "if (outcome is string)", "ThenTests"),
        new("A continuation whose wait was refused counts as called", Continued, "            _isCalled = false;\n            _awaited = null;", "            _awaited = null;", "ThenTests"),
        new("A continuation keeps what it has taken", Continued, "        _awaited = null;\n        return", "        return", "Reachability"),
        new("A continuation counts as called for the next user", Continued, "        _isCalled = false;\n        return Cast", "        return Cast", "ThenTests|WrapTests"),
        new("A started operation's token loses its sign", Continued, "token = (short)wideToken;", "token = (short)(wideToken & short.MaxValue);", "WrapTests"),
        new("A failed continuation's token loses its sign", "Tasks/PooledValueTask.cs", "default!, operation.Token);", "default!, (short)(operation.Token & short.MaxValue));", "WrapTests"),
        new("What is continued at once and throws leaves its contexts behind", Continued, "        catch (Exception exception)\n        {\n            frame.Exit();\n", "        catch (Exception exception)\n        {\n", "Then"),
        new("What is continued at once leaves its contexts behind", Continued, "        frame.Exit();\n        return started;", "        return started;", "Then"),
        new("A continuation forgets where it goes on", Continued, "antecedent.Register(operation, token, schedulingContext);", "antecedent.Register(operation, token);", "Then"),
        new("WhenAll's errors are in the order of completion", Collector, "        failures.Sort(static (left, right) => left.Index.CompareTo(right.Index));\n", string.Empty, "WhenAllOracle"),
        new("WhenAll is canceled though one has failed", Collector, "            0 => cancellation,", "            _ when cancellation is not null => cancellation,", "WhenAllOracle"),
        new("WhenAll runs who awaits it in a nested loop", "Combinators/WhenAllOperation.cs", "        Finish();\n        return this;", "        Finish();\n        Trampoline.CompleteAndRun(this);\n        return null;", "CombinatorScale"),
        new("WhenAll's results go to the wrong place", "Combinators/WhenAllOperation.cs", "_destination.Span[index] = result;", "_destination.Span[0] = result;", "WhenAllOracle"),
        new("A mistake hides behind other errors", "Combinators/Listener.cs", "Failure.PeekError(failure) is UnusableInputException", "failure is null", "CombinatorMistake"),
        new("WhenAny takes the last that is complete", Any, "for (int i = 0; i < tasks.Length; i++)", "for (int i = tasks.Length - 1; i >= 0; i--)", "WhenAnyOracle"),
        new("WhenAny's mistake comes after an input that is complete", Any, "if (mistake is null)", "if (mistake is null || first.IsCompleted)", "CombinatorMistake"),
        new("A loser is not consumed", Any, "i < tasks.Length; i++)", "i < tasks.Length && any.CanBeginCompletion(first._token); i++)", "WhenAnyOracle|CombinatorMistake"),
        new("Two participants win", "Core/Operation.Consuming.cs", "        if (!TryBeginCompletion(token))\n        {\n            return false;\n        }\n\n        _result = result;\n        SetFailure", "        if (!CanBeginCompletion(token))\n        {\n            return false;\n        }\n\n        _result = result;\n        SetFailure", "CombinatorRace"),
        new("A winner during the setup does not wait for its end", Both, "        Atomic.Read(ref _state) == SettingUp && Atomic.CompareExchange(ref _state, EndedEarly, SettingUp);", "        false;", "WaitAsyncTests"),
        new("A registration stays", Both, "        CancellationCallbacks.EndQuietly(registration);\n", string.Empty, "SmallHeap|CombinatorAllocation|WaitAsync|WaiterTests"),
        new("A token stays", Both, "        _cancellationToken = default;\n", string.Empty, "WaiterTests"),
        new("A timer stays armed", Ends, "                UnflowedTimer.Set(_timer, Timeout.Infinite);\n", string.Empty, "DeadlineTests"),
        new("Another clock's timer stays", Ends, "                    otherTimer.Dispose();\n                }\n                catch", "                }\n                catch", "WaitAsyncOracle|DelayTests"),
        new("The cancellation has no token", "Core/Limits.cs", "Failure.Of(cancellationToken)", "Failure.Canceled", "WaitAsyncOracle|DelayTests"),
        new("A late callback ends another use", Ends, "if (left <= 0)", "if (due != None)", "DeadlineTests"),
        new("A late callback sets the timer of what is over", Ends, "                Volatile.Write(ref _due, None);\n", string.Empty, "DeadlineTests"),
        new("An early callback is lost", Ends, "UnflowedTimer.Set(deadline._timer!, due == None ? Timeout.Infinite : left);", "_ = left;", "DeadlineTests"),
        new("A late callback sets another use's time", Ends, "while (due != Volatile.Read(ref deadline._due));", "while (due < 0);", "DeadlineTests"),
        new("Another clock's callback names no use", Ends, "owner.Elapse(token);\n    }\n}", "owner.Elapse(owner.Limits._deadline._token);\n    }\n}", "DeadlineTests|WaitAsync|DelayTests|SourceOption"),
        new("A cancellation that is late ends another use", Both, "if (cancellationToken.IsCancellationRequested)", "if (use != 0)", "WaiterTests|SourceCancellation"),
        new("An interrupt of another clock leaves its timer", Ends, "                    wait.Keep();\n                    otherTimer.Dispose();\n", "                    wait.Keep();\n", "DeadlineTests"),
        new("An interrupt of another clock is lost", Ends, "        wait.End();\n", string.Empty, "DeadlineTests"),
        new("A timer that can't be set again loses its wait", Ends, "                owner.Elapse(token);\n                return;\n            }\n        }", "                return;\n            }\n        }", "DeadlineTests"),
        new("A timer keeps its maker's context", "Runtime/UnflowedTimer.cs", "ExecutionContext.IsFlowSuppressed() ? null", "callback is not null ? null", "CombinatorContext"),
        new("A timeout of zero comes before the cancellation", "Combinators/WaitAsync.cs", "cancellationToken.IsCancellationRequested ? Failure.Of(cancellationToken) : Failure.TimedOut", "milliseconds == 0 ? Failure.TimedOut : Failure.Of(cancellationToken)", "WaitAsyncOracle"),
        new("A listener is lost", "Combinators/Listener.cs", "        s_pool.Return(thread, this);\n", string.Empty, "CombinatorAllocation"),
        new("A borrowed array is lost", "Combinators/BorrowedArray.cs", "            ArrayPool<T>.Shared.Return(items);\n", string.Empty, "CombinatorAllocation"),
        new("A ValueTask's combinator posts to the context", Conversion, "Await<T>(ValueTask<T> task) => await task.ConfigureAwait(false)", "Await<T>(ValueTask<T> task) => await task.ConfigureAwait(true)", "ValueTaskSurface"),
        new("An operation behind a ValueTask is not found", Conversion, "        Operation<T> operation => new PooledValueTask<T>(operation, default!, token),\n", string.Empty, "WithoutThrowing"),
        new("A Task behind a ValueTask is not found", Conversion, "        Task<T> ofTask => Adapt(ofTask),\n", string.Empty, "TaskInput"),
        new("A pooled task of a Task is turned into another Task", Conversion, "        TaskOperation<T> ofTask when ofTask.TryTakeTask(task._token) is { } followed => Cast.To<Task<T>>(followed),\n", string.Empty, "TaskInput"),
        new("A follower keeps its Task when it is complete", Follower, "        _task = null;\n        if (task.Status", "        if (task.Status", "Reachability"),
        new("A follower keeps one error of several", Follower, "errors.Count == 1 ?", "errors.Count != 0 ?", "TaskInput"),
        new("A Task with asynchronous continuations runs them", Follower, "        operation.Apply(task.CreationOptions & TaskCreationOptions.RunContinuationsAsynchronously);\n", string.Empty, "TaskInput"),
        new("A canceled Task gets a new exception", "Core/Failure.cs", "            return exception;\n", "            return new TaskCanceledException(task);\n", "WithoutThrowing"),
        new("WhenEach is told of completions through the thread pool", "Combinators/CompletionQueue.cs", "queue._options |= task._operation?.TakeOptions(task._token) ?? TaskCreationOptions.None;", "queue._options |= TaskCreationOptions.None;", "TaskInput"),
        new("WhenEach runs its consumer where its inputs complete", Queue, "SourceOperation<bool>.Rent(_options, Timeout.Infinite, TimeProvider.System, cancellationToken: default)", "SourceOperation<bool>.Rent()", "TaskInput"),
        new("A cancellation runs the method that awaits a delay", "Combinators/Delay.cs", "            Complete();", "            Trampoline.CompleteAndRun(this);", "DelayTests"),
        new("A cancellation runs the delegate that awaits a delay", "Core/Operation.Completing.cs", "thread is null ? word | StateWord.Asynchronous : word", "word", "DelayTests"),
        new("A tuple's WhenAll loses a failure", Collector, "if (completion._failure is not null)", "if (completion._failure is string)", "WhenAllOracle"),
        new("A tuple's WhenAll keeps one error of several", "Core/Boxes.cs", "((FailureAwaiter)(object)awaiter).Failure!, token", "Failure.ToException(((FailureAwaiter)(object)awaiter).Failure!), token", "WhenAllOracle"),
        new("A tuple's WhenAll ends at an input that can't be awaited", "Combinators/OperationAwaiter.cs", "get => !_awaiter.CanRegister;", "get => _awaiter.IsCompleted;", "CombinatorMistake"),
        new("WhenEach gives one twice", Queue, "                _waiter = null;\n                SetCurrent(completion);", "                _waiter = null;\n                SetCurrent(completion);\n                _ready.Add(completion);", "WhenEach"),
        new("WhenEach keeps what was taken", "Combinators/GrowingBuffer.cs", "        _items[index] = default!;\n", string.Empty, "WhenEach"),
        new("The caller's memory throws into a setter", "Combinators/WhenAllOperation.cs", "failure = Store(index, result);", "failure = Store(_destination.Span[index] is null ? 0 : index, result);", "CallersMemory"),
        new("A sequence's queue is lost", Queue, "        if (isLast)\n        {\n            GoBack();\n        }\n", string.Empty, "CombinatorAllocation"),
    ];
}
