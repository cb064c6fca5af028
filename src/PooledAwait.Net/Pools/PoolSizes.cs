using System.Reflection;

namespace PooledAwait;

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
