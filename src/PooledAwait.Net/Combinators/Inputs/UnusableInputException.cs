using System;

namespace PooledAwait;

/// <summary>
/// An input of a combinator can't be awaited. A type of its own, so that such a mistake is not taken for the outcome of an
/// operation that failed with an InvalidOperationException.
/// </summary>
internal sealed class UnusableInputException(InvalidOperationException inner) : InvalidOperationException(
    "An input can't be awaited: it was given more than once, or is already awaited or consumed. Each pooled task is an input once "
        + "only; use Preserve() or AsTask() to wait for one more often.",
    inner)
{
    /// <summary>Whether this is why there is no result.</summary>
    internal static bool IsIn(object failure) => failure is Fault { IsSingle: true, First.SourceException: UnusableInputException };
}
