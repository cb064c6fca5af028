using System;

namespace PooledAwait.Build;

/// <summary>An assembly that can't be redirected. The message is the reason, and follows a colon.</summary>
#pragma warning disable CA1032 // the other constructors have no reason
public sealed class RefusedException(string reason) : Exception(reason);
#pragma warning restore CA1032
