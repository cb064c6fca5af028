using System;
using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;

namespace PooledAwait;

/// <summary>What is thrown, named after the situation; out of line, so that callers stay small.</summary>
internal static class Failures
{
    internal static InvalidOperationException StaleToken() => new(
        "This operation was already consumed: a pooled task can be awaited, or its result taken, once only, and the handle is not "
            + "valid after that.");

    [DoesNotReturn]
    internal static void ThrowStaleToken() => throw StaleToken();

    internal static InvalidOperationException AwaitedTwice() => new(
        "This operation is already awaited, blocked on or forgotten: a pooled task can have one awaiter only. Use AsTask() or "
            + "Preserve() to await it more than once.");

    internal static InvalidOperationException AlreadyCompleted() => new(
        "This operation is already completed, or its handle is not valid any more. Use the Try methods where several may complete it.");

    internal static InvalidOperationException SuspendedTooLate() => new(
        "This builder's Task was read, or its method was ended, before the method suspended. "
        + "Call Start first, and read Task after that, as the compiler does.");

    internal static InvalidOperationException NullSource() => new(
        "This is a default instance without an operation. Make one with Create().");

    internal static InvalidOperationException DisposedSource() => new(
        "This source was disposed, and is not valid any more.");

    internal static InvalidOperationException ReleasedTwice() => new(
        "This releaser has already left the lock. Dispose of it once, or let a using statement do so.");

    internal static InvalidOperationException ReturnedTwice() => new(
        "This object was already returned to the pool, and is not the caller's any more.");

    /// <summary>Refuses a null argument; its name is the caller's expression.</summary>
    internal static void ThrowIfNull(object? argument, [CallerArgumentExpression(nameof(argument))] string? parameter = null)
    {
        if (argument is null)
        {
            throw new ArgumentNullException(parameter);
        }
    }

    internal static ArgumentException TooFewResults(string parameter) => new(
        "There must be room for the result of each task.", parameter);

    internal static ArgumentException NoTasks(string parameter) => new(
        "There must be at least one task: none completes first among none.", parameter);

    internal static InvalidOperationException EnumeratedTwice() => new(
        "There is no current element: this enumeration has not begun or is over, and a sequence of completions can be enumerated once "
            + "only.");

    internal static ArgumentOutOfRangeException TimeOutOfRange(string parameter) => new(
        parameter, "The time must be infinite (-1 ms), or between zero and 4,294,967,294 ms.");

    internal static ArgumentNullException NullException() => new("exception");
}
