using System;

namespace PooledAwait;

/// <summary>What messages and statistics call one of the library's own types: what a user calls, as users don't see the type.</summary>
/// <param name="name">The name, which ends with &lt;&gt; where it has the type's arguments; empty for a type that has none.</param>
[AttributeUsage(AttributeTargets.Class | AttributeTargets.Struct)]
internal sealed class PublicNameAttribute(string name) : Attribute
{
    internal string Name { get; } = name;
}
