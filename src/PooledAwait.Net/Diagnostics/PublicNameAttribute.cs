namespace PooledAwait;

/// <summary>The name of an internal type in messages and statistics: the public API that a user called.</summary>
/// <param name="name">The name, which ends with &lt;&gt; where it has the type's arguments; empty for a type that has none.</param>
[AttributeUsage(AttributeTargets.Class | AttributeTargets.Struct)]
internal sealed class PublicNameAttribute(string name) : Attribute
{
    internal string Name { get; } = name;
}
