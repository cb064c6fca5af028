using System;

namespace PooledAwait.Tests.HostileOracle;

/// <summary>An exception of a program: told by its number, and found by its serial number when it is reported.</summary>
internal sealed class HostileException(int id, long serial) : Exception("exception " + id)
{
    internal long Serial => serial;
}
