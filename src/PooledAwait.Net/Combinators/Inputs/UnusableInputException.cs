using System;

namespace PooledAwait;

/// <summary>
/// An input of a combinator can't be awaited. A separate type, so that no operation's InvalidOperationException is taken for such a misuse.
/// </summary>
internal sealed class UnusableInputException(InvalidOperationException inner) : InvalidOperationException(
    "An input can't be awaited: it was given more than once, or is already awaited or consumed. Each pooled task is an input once "
        + "only; use Preserve() or AsTask() to wait for one more often.",
    inner)
{
    /// <summary>Whether a failure is of this type.</summary>
    internal static bool IsIn(object failure) => Failure.PeekError(failure) is UnusableInputException;
}
