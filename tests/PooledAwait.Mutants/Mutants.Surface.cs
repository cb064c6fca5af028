using System.Collections.Generic;

namespace PooledAwait.Mutants;

/// <content>The ways to break what stands on the core: pools, sources, FireAndForget.</content>
internal static partial class Mutants
{
    private const string FireAndForget = "Tasks/FireAndForget.cs";
    private const string UsersObject = "Pooling/PooledObject.cs";

    private static IReadOnlyList<Mutant> Surface =>
    [
        new("An object may be returned twice", UsersObject, "ref entry._isReturned, 1) != 0", "ref entry._isReturned, 1) < 0", "PoolTests"),
        new("A size does not reach async methods", "Pooling/PoolSizes.cs", "if (typeof(IAsyncStateMachine).IsAssignableFrom(type))", "if (type.IsPointer)", "PoolSize"),
        new("A handler that throws silences the next", FireAndForget, "                UnobservedExceptions.Report(error);\n", "                UnobservedExceptions.Report(error);\n                return;\n", "FireAndForget"),
        new("An exception without handlers vanishes", FireAndForget, "            Failure.ReportUnobserved(Failure.Of(exception));\n", string.Empty, "FireAndForget"),
        new("A source stays registered with its token", "Operations/CancelableSourceOperation.cs", "        registration.Dispose();\n", string.Empty, "SourceCancellation"),
        new("A disposed source is still valid", "Sources/LazyTaskState.cs", "            _version++;\n", string.Empty, "LazyTaskCompletionSource"),
        new("A blocked thread sleeps on", Awaited, "                waiter.Set();\n", string.Empty, "SingleUse"),
    ];
}
