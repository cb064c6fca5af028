namespace PooledAwait;

/// <summary>Bounds a pool to a number of objects; 0 pools nothing. Without it, a pool keeps what the last seconds' load needed.</summary>
/// <remarks>
/// <list type="bullet">
/// <item>On a class: for <see cref="Pool.Return{T}"/> of that class; on a struct: for <see cref="Pool.Box{T}"/>.</item>
/// <item>On a type with pooled async methods: for each of their operations; types nested in it have it too.</item>
/// <item>On an assembly: for all of these in it, unless a type says otherwise.</item>
/// </list>
/// Up to 256 the bound is exact, and each use takes a lock. A larger bound holds for one thread and the shared part together; each further
/// thread may keep 65 objects more.
/// </remarks>
/// <param name="size">The number of objects; a negative one means 0.</param>
/// <example><code>
/// [PoolSize(64)]
/// sealed class Connection
/// {
/// }
/// </code></example>
[AttributeUsage(AttributeTargets.Class | AttributeTargets.Struct | AttributeTargets.Assembly)]
public sealed class PoolSizeAttribute(int size) : Attribute
{
    /// <summary>The number of objects.</summary>
    public int Size { get; } = size;
}
