namespace PooledAwait;

[PublicName("")]
internal readonly struct VoidResult;
