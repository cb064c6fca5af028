using System.Collections.Generic;

namespace PooledAwait.Mutants;

/// <content>The ways to break what stands on the core: pools, sources, FireAndForget.</content>
internal static partial class Mutants
{
    private const string FireAndForget = "Tasks/FireAndForget.cs";
    private const string UsersObject = "Pools/Pool.cs";

    private static IReadOnlyList<Mutant> Surface =>
    [
        new("An object may be returned twice", UsersObject, "ref entry._isReturned, 1) == 0", "ref entry._isReturned, 1) >= 0", "PoolTests"),
        new("A size does not reach async methods", "Pools/PoolSizes.cs", "if (typeof(IAsyncStateMachine).IsAssignableFrom(type))", "if (type.IsPointer)", "PoolSize"),
        new("A handler that throws silences the next", "Diagnostics/DiagnosticReports.cs", "                Report(exception);\n", "                Report(exception);\n                return;\n", "FireAndForget"),
        new("An exception without handlers vanishes", FireAndForget, "            Failure.ReportUnobserved(exception);\n", string.Empty, "FireAndForget"),
        new("A disposed source is still valid", "Compatibility/LazyTaskCompletionSource.cs", "            _version++;\n", string.Empty, "TaskSourceTests"),
        new("The thread pool does not know that a thread blocks", "Core/Operation.Consuming.cs", "((Task)_completion.Task).Wait();", "while (!IsSet) { System.Threading.Thread.Sleep(1); }", "BlockingTests"),
        new("An interruption leaves a lock", "Runtime/UninterruptedWait.cs", "            Thread.Sleep(1);\n        }\n        catch (ThreadInterruptedException)\n        {\n            Keep();", "            Thread.Sleep(1);\n        }\n        catch (ThreadInterruptedException)\n        {\n            throw;", "ShortLock"),
        new("An interruption is lost in a wait", "Runtime/UninterruptedWait.cs", "            Thread.CurrentThread.Interrupt();\n", string.Empty, "ShortLock"),
        new("An interruption leaves a wait that spins", "Runtime/UninterruptedWait.cs", "            _spinner.SpinOnce();\n        }\n        catch (ThreadInterruptedException)\n        {\n            Keep();", "            _spinner.SpinOnce();\n        }\n        catch (ThreadInterruptedException)\n        {\n            throw;", "InterruptRace"),
        new("A winner waits for a callback", "Runtime/CancellationCallbacks.cs", "registration.Unregister();", "registration.Dispose();", "InterruptRace"),
        new("An interruption leaves a call that waits at a lock", "Runtime/UninterruptedWait.cs", "                    wait.Keep();\n", "                    throw;\n", "InterruptTests"),
        new("An interruption is lost at a lock", "Runtime/UninterruptedWait.cs", "            wait.End();\n", string.Empty, "InterruptTests"),
        new("A buffer that is cleared with an interruption throws", "Combinators/BorrowedArray.cs", "            Thread.CurrentThread.Interrupt();\n", "            throw;\n", "GrowingBuffer"),
        new("A buffer that is cleared keeps its count", "Combinators/GrowingBuffer.cs", "            Count = 0;\n            Release(", "            Release(", "GrowingBuffer"),
        new("A buffer that borrows an array throws an interruption", "Combinators/BorrowedArray.cs", "UninterruptedWait.Repeat(static length => ArrayPool<T>.Shared.Rent(length), length)", "ArrayPool<T>.Shared.Rent(length)", "GrowingBuffer"),
        new("A pool's size is sought without a retry", "Pools/OperationPools.cs", "UninterruptedWait.Repeat(PoolSizes.Of, type)", "PoolSizes.Of(type)", "InterruptTests"),
        new("Attributes that cannot be read stop a method", "Pools/PoolSizes.cs", "            return null;\n        }\n    }", "            throw;\n        }\n    }", "PoolSize"),
        new("A FireAndForget method leaves its contexts to its caller", "Builders/FireAndForgetMethodBuilder.cs", "AsyncMethod.Start(ref stateMachine);", "stateMachine.MoveNext();", "FireAndForget"),
        new("A Post that throws reaches the setter", "Core/Contexts.cs", "            Failure.ThrowUnhandled(exception);\n", "            throw;\n", "ThrowingPost"),
        new("An error that nobody consumes is lost", "Core/Failure.cs", "~Fault() => Failure.ReportUnobserved(error);", "~Fault() => GC.KeepAlive(error);", "UnobservedFailure"),
        new("An error that somebody got is reported", "Core/Failure.cs", "        GC.SuppressFinalize(this);\n", string.Empty, "UnobservedFailure"),
        new("An outcome does not observe the error", "Combinators/OperationAwaiter.cs", "failure is null ? null : Failure.Observe(failure)", "failure", "WithoutThrowing"),
        new("A timeout reads its text under the framework's lock", "Core/Failure.cs", "new(\"The operation has timed out.\")", "new()", "InterruptTests"),
        new("A disposed owner reads a text under the framework's lock", "Diagnostics/Failures.cs", ", \"Cannot access a disposed object.\"", string.Empty, "InterruptTests"),
        new("A channel's end gets a longer stack trace with each wait", "Coordination/WaiterQueue.cs", "        failure = Failure.Capture(failure);\n", string.Empty, "Channel"),
        new("A dropped timeout is not reported", "Core/Failure.cs", "ReferenceEquals(failure, TimedOut) ? new Fault(failure) : failure", "failure", "WithoutThrowing"),
        new("The token of a cancellation is lost", "Core/Failure.cs", "cancellationToken.CanBeCanceled ? TokenReference.Of(cancellationToken) : Canceled", "Canceled", "WithoutThrowing"),
        new("FireAndForget does not tell the caller's context of its end", FireAndForget, "            context.OperationCompleted();\n", string.Empty, "FireAndForget"),
        new("A completed callback loses its contexts", "Core/Operation.Awaiting.cs", "            OnCompletedFromTheStart(continuation, continueOnCapturedContext, flags);\n", "            WorkItems.Queue(s_invokeAction, continuation);\n", "OnCompletedTests"),
        new("A second SetResult passes", "Builders/PooledValueTaskMethodBuilder.cs", "        if (box is null)\n        {\n            ThrowCompletedTwice();\n        }\n\n        box.SetResult(result, token);", "        box?.SetResult(result, token);", "BuilderByHand"),
    ];
}
