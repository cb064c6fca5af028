namespace PooledAwait.Tool;

/// <summary>Something that can't be done as it was asked for. The message says what, and what to do instead.</summary>
#pragma warning disable CA1032 // the other constructors have no message
internal sealed class BadInputException(string message) : Exception(message);
#pragma warning restore CA1032
