namespace PooledAwait;

/// <summary>Creates exceptions, each named after its situation; out of line, so that callers stay small.</summary>
internal static class Failures
{
    private const string Once =
        "A pooled task can be awaited, or its result taken, only once: use AsTask() or Preserve() to do so more often.";

    /// <summary>The handle is stale: its result was taken. The object may already serve another use.</summary>
    internal static InvalidOperationException AlreadyConsumed(ITracked operation, short token)
    {
        string? consumer = OperationTracker.Current?.Find(operation, token)?.ConsumedBy;
        return Misuse(
            operation.TrackedType,
            $"The result of '{OperationNames.Of(operation.TrackedType)}'{StartedBy(operation, token)} was already consumed"
                + $"{(consumer is null ? "" : $" by {consumer}")}. {Once}{HowToLearn(consumer)}");
    }

    /// <summary>The handle has a token that no use of the object has had.</summary>
    internal static InvalidOperationException NeverValid(Type type) => Misuse(
        type,
        $"This handle of '{OperationNames.Of(type)}' was never valid: no operation has its token yet. Await the task that the method or "
            + "source has returned, with the token that it came with.");

    internal static InvalidOperationException AwaitedTwice(ITracked operation, short token)
    {
        OperationUse? use = OperationTracker.Current?.Find(operation, token);
        string? awaiter = use?.AwaitedBy ?? use?.ConsumedBy;
        return Misuse(
            operation.TrackedType,
            $"'{OperationNames.Of(operation.TrackedType)}'{StartedBy(operation, token)} is already awaited, blocked on or forgotten by "
                + $"{awaiter ?? "other code"}. {Once}{HowToLearn(awaiter)}");
    }

    internal static InvalidOperationException TakenAsTask() => new(
        $"AsTask has taken the Task that this operation was made of, while other code began to await the operation. {Once}");

    internal static InvalidOperationException AwaitedTwice() => new(
        "This sequence is already awaited: the next element can have one awaiter only. Await it before you ask for another.");

    private static string StartedBy(ITracked operation, short token) =>
        OperationTracker.Current?.Find(operation, token)?.Tracked.StartedBy is { } starter ? $", started by {starter}," : "";

    private static string HowToLearn(string? found) => found is null && OperationTracker.Current?.Level != TrackingLevel.All
        ? $" Set {TrackingSettings.Variable}=all to learn where."
        : "";

    private static InvalidOperationException Misuse(Type type, string message)
    {
        DiagnosticReports.ReportMisuse(OperationNames.Of(type), message);
        return new InvalidOperationException(message);
    }

    internal static InvalidOperationException AlreadyCompleted() => new(
        "This operation is already completed, or its handle is not valid any more. "
        + "Use the TrySet methods if several threads may complete it.");

    internal static InvalidOperationException SuspendedTooLate() => new(
        "This builder's Task was read, or its method was ended, before the method suspended. "
        + "Call Start first, and read Task after that, as the compiler does.");

    internal static InvalidOperationException NullSource() => new(
        "This is a default instance without an operation. Make one with Create().");

    internal static InvalidOperationException DisposedSource() => new("This source was disposed, and is not valid any more.");

    internal static ObjectDisposedException Disposed(Type type) => new(OperationNames.Of(type), "Cannot access a disposed object.");

    internal static InvalidOperationException ReleasedTwice() => new(
        "This releaser has already left the lock. Dispose of it once, or let a using statement do so.");

    internal static InvalidOperationException ReturnedTwice() => new(
        "This object was already returned to the pool, and no longer belongs to the caller.");

    internal static void ThrowIfNull(object? argument, [CallerArgumentExpression(nameof(argument))] string? parameter = null)
    {
        if (argument is null)
        {
            throw new ArgumentNullException(parameter);
        }
    }

    internal static void ThrowIfLess(int count, int least, [CallerArgumentExpression(nameof(count))] string? parameter = null)
    {
        if (count < least)
        {
            throw new ArgumentOutOfRangeException(parameter, count, $"The count must be at least {least}.");
        }
    }

    /// <summary>Throws in a Set method whose Try method failed. The state is null for a default instance.</summary>
    internal static void Demand(bool success, object? state)
    {
        if (!success)
        {
            throw state is null ? NullSource() : AlreadyCompleted();
        }
    }

    internal static ArgumentException TooFewResults() => new("There must be room for the result of each task.", "results");

    internal static ArgumentException NoTasks(string parameter) => new("There must be at least one task.", parameter);

    internal static InvalidOperationException EnumeratedTwice() => new(
        "There is no current element: this enumeration has not begun or is over. A sequence of completions can be enumerated once.");

    internal static ArgumentOutOfRangeException TimeOutOfRange(string parameter) => new(
        parameter, "The time must be infinite (-1 ms), or between zero and 4,294,967,294 ms.");

    internal static ArgumentNullException NullContinuation() => new("continuation");
}
