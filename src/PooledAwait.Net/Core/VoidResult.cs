namespace PooledAwait;

/// <summary>The result of an operation that has none.</summary>
[PublicName("")]
internal readonly struct VoidResult;
