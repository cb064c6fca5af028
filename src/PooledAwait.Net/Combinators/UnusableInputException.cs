namespace PooledAwait;

/// <summary>An input of a combinator can't be awaited. (An input may also fail with an InvalidOperationException of its own.)</summary>
internal sealed class UnusableInputException(InvalidOperationException inner) : InvalidOperationException(
    "An input can't be awaited: it was given more than once, or is already awaited or consumed. Each pooled task is an input once "
        + "only; use Preserve() or AsTask() to wait for one more often.",
    inner)
{
    internal static bool IsIn(object failure) => Failure.PeekError(failure) is UnusableInputException;
}
