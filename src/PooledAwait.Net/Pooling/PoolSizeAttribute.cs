using System;

namespace PooledAwait;

/// <summary>How many objects a pool keeps at most; 0 to pool nothing. Without it, as many as the load of the last seconds needed.</summary>
/// <remarks>
/// <list type="bullet">
/// <item>On a class: for <see cref="Pool.Return{T}"/> of that class; on a struct: for <see cref="Pool.Box{T}"/>.</item>
/// <item>On a type with pooled async methods: for each of their operations; types nested in it have it too.</item>
/// <item>On an assembly: for all of these in it, unless a type says otherwise.</item>
/// </list>
/// Up to 256 the size is exact, at the price of a lock at each use. Above that, every thread has up to 65
/// objects to itself, and the size is that of what one thread and the shared part hold together.
/// </remarks>
/// <param name="size">The number of objects; a negative one means 0.</param>
/// <example>
/// <code>
/// [PoolSize(64)]
/// sealed class Connection
/// {
/// }
/// </code>
/// </example>
[AttributeUsage(AttributeTargets.Class | AttributeTargets.Struct | AttributeTargets.Assembly)]
public sealed class PoolSizeAttribute(int size) : Attribute
{
    /// <summary>The number of objects.</summary>
    public int Size { get; } = size;
}
