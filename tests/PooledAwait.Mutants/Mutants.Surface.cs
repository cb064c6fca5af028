using System.Collections.Generic;

namespace PooledAwait.Mutants;

/// <content>The ways to break what stands on the core: pools, sources, FireAndForget.</content>
internal static partial class Mutants
{
    private const string FireAndForget = "Tasks/FireAndForget.cs";
    private const string UsersObject = "Pooling/PooledObject.cs";

    private static IReadOnlyList<Mutant> Surface =>
    [
        new("An object may be returned twice", UsersObject, "ref entry._isReturned, 1) == 0", "ref entry._isReturned, 1) >= 0", "PoolTests"),
        new("A size does not reach async methods", "Pooling/PoolSizes.cs", "if (typeof(IAsyncStateMachine).IsAssignableFrom(type))", "if (type.IsPointer)", "PoolSize"),
        new("A handler that throws silences the next", FireAndForget, "                UnobservedExceptions.Report(error);\n", "                UnobservedExceptions.Report(error);\n                return;\n", "FireAndForget"),
        new("An exception without handlers vanishes", FireAndForget, "            Failure.ReportUnobserved(exception);\n", string.Empty, "FireAndForget"),
        new("A source stays registered with its token", "Operations/CancelableSourceOperation.cs", "        registration.Dispose();\n", string.Empty, "SourceCancellation"),
        new("A disposed source is still valid", "Sources/LazyTaskState.cs", "            _version++;\n", string.Empty, "LazyTaskCompletionSource"),
        new("A blocked thread sleeps on", Completing, "                if (waiter.Set() is { } successor)", "                if (waiter.IsSet && waiter.Set() is { } successor)", "SingleUse"),
        new("What took an interrupted thread's place is never called", Completing, "                    Schedule(successor.Continuation, successor.State, word);\n", string.Empty, "BlockingTests"),
        new("The thread pool does not know that a thread blocks", "Operations/BlockingWaiter.cs", "((Task)_completion.Task).Wait();", "while (!IsSet) { Thread.Sleep(1); }", "BlockingTests"),
        new("A delegate that somebody else may have kept is taken over", "Operations/ForeignAwaiter.cs", "            || typeof(TAwaiter).Assembly == typeof(Operation).Assembly);", "            || typeof(TAwaiter).Assembly != typeof(string).Assembly);", "HostileAwaiter"),
        new("An interruption leaves a lock", "Platform/ShortLock.cs", "            return false;\n", "            throw;\n", "ShortLock"),
        new("An interruption is lost in a lock", "Platform/ShortLock.cs", "            Thread.CurrentThread.Interrupt();\n", string.Empty, "ShortLock"),
        new("Attributes that cannot be read stop a method", "Pooling/PoolSizes.cs", "            return null;\n        }\n    }", "            throw;\n        }\n    }", "PoolSize"),
        new("A FireAndForget method leaves its contexts to its caller", "MethodBuilders/FireAndForgetMethodBuilder.cs", "default(AsyncTaskMethodBuilder).Start(ref stateMachine);", "stateMachine.MoveNext();", "FireAndForget"),
        new("A Post that throws reaches the setter", "Operations/SchedulingContext.cs", "s_resumeOnScheduler, waiter);\n            }\n        }\n        catch (Exception exception)\n        {\n            Failure.ThrowUnhandled(exception);\n        }", "s_resumeOnScheduler, waiter);\n            }\n        }\n        catch (Exception)\n        {\n            throw;\n        }", "ThrowingPost"),
        new("A callback's Post that throws reaches the setter", "Operations/SchedulingContext.cs", "callback, state);\n            }\n        }\n        catch (Exception exception)\n        {\n            Failure.ThrowUnhandled(exception);\n        }", "callback, state);\n            }\n        }\n        catch (Exception)\n        {\n            throw;\n        }", "ThrowingPost"),
        new("An error that nobody consumes is lost", "Operations/Fault.cs", "~Fault() => Failure.ReportUnobserved(error);", "~Fault() => GC.KeepAlive(error);", "UnobservedFailure"),
        new("An error that somebody got is reported", "Operations/Fault.cs", "        GC.SuppressFinalize(this);\n", string.Empty, "UnobservedFailure"),
        new("An outcome does not observe the error", "Combinators/Inputs/OperationAwaiter.cs", "failure is null ? null : Failure.Observe(failure)", "failure", "WithoutThrowing"),
        new("A dropped timeout is not reported", "Operations/Failure.cs", "ReferenceEquals(failure, TimedOut) ? new Fault(ExceptionDispatchInfo.Capture(new TimeoutException())) : failure", "failure", "WithoutThrowing"),
        new("The token of a cancellation is lost", "Operations/Failure.cs", "cancellationToken.CanBeCanceled ? TokenReference.Of(cancellationToken) : Canceled", "Canceled", "WithoutThrowing"),
        new("FireAndForget does not tell the caller's context of its end", FireAndForget, "            context.OperationCompleted();\n", string.Empty, "FireAndForget"),
        new("A completed callback loses its contexts", "Operations/Awaiters.cs", "            OnCompletedFromTheStart(continuation, continueOnCapturedContext, flags);\n", "            WorkItems.Queue(s_invokeAction, continuation);\n", "OnCompletedTests"),
        new("A second SetResult passes", "MethodBuilders/AsyncMethod.cs", "        if (box is null)\n        {\n            ThrowCompletedTwice();\n        }\n\n        box.SetResult(result, token);", "        box?.SetResult(result, token);", "BuilderByHand"),
    ];
}
