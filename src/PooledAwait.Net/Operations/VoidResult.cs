namespace PooledAwait;

/// <summary>The result of an operation that has none.</summary>
internal readonly struct VoidResult;
