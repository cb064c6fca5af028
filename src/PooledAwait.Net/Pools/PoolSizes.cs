using System.Reflection;

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

/// <summary>Finds the <see cref="PoolSizeAttribute"/> that applies; once per pool.</summary>
internal static class PoolSizes
{
    /// <summary>The bound of a pool without the attribute: none, so that a pool follows the load.</summary>
    internal const int DefaultSize = int.MaxValue;

    /// <summary>Caches the attributes of assemblies: each has a dozen, which NativeAOT would search again for each pool.</summary>
    private static readonly ConditionalWeakTable<Assembly, PoolSizeAttribute?> s_ofAssemblies = new();

    /// <summary>The bound of a type's pool.</summary>
    internal static int Of(Type type) => Find(type) ?? DefaultSize;

    /// <summary>Finds the bound of a type's pool; for a state machine, that of the type that declares its method. Null without a bound, and
    /// also where attributes can't be read: to find one, the runtime loads the types of all of them, and an assembly may be missing.
    /// Trimming and ahead-of-time compilation keep what this reads: attributes of types that the code names.</summary>
    internal static int? Find(Type type)
    {
        PoolSizeAttribute? attribute = AttributeOf(type);
        if (typeof(IAsyncStateMachine).IsAssignableFrom(type))
        {
            // It is nested in the method's type, or in the class that the compiler made for the variables of a lambda in that method.
            for (Type? declaring = type.DeclaringType; attribute is null && declaring is not null; declaring = declaring.DeclaringType)
            {
                attribute = AttributeOf(declaring);
            }
        }

        return (attribute ?? s_ofAssemblies.GetValue(type.Assembly, AttributeOf))?.Size;
    }

    private static PoolSizeAttribute? AttributeOf(ICustomAttributeProvider declaration)
    {
        try
        {
            // Most declarations have none, and in a process's first operation, creating attributes takes twice as long as looking for one.
            return declaration.IsDefined(typeof(PoolSizeAttribute), inherit: true)
                ? (PoolSizeAttribute)declaration.GetCustomAttributes(typeof(PoolSizeAttribute), inherit: true)[0]
                : null;
        }
        catch (Exception)
        {
            return null;
        }
    }
}
