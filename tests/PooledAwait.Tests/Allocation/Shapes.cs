namespace PooledAwait.Tests.Allocation;

/// <summary>A result of 32 bytes.</summary>
internal readonly record struct Large(long A, long B, long C, long D);
