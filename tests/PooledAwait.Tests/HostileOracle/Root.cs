using System;

namespace PooledAwait.Tests.HostileOracle;

/// <summary>The operation of a program's first method, whatever its type.</summary>
internal sealed record Root(Func<bool> IsCompleted, Action GetResult);
