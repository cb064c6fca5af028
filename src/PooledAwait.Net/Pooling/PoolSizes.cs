using System;
using System.Diagnostics.CodeAnalysis;
using System.Reflection;
using System.Runtime.CompilerServices;

namespace PooledAwait;

/// <summary>Finds the <see cref="PoolSizeAttribute"/> that applies; once per pool.</summary>
internal static class PoolSizes
{
    /// <summary>The bound of a pool without the attribute: none, so that a pool follows the load.</summary>
    internal const int DefaultSize = int.MaxValue;

    /// <summary>Of assemblies that were asked: each has a dozen attributes, which NativeAOT would look at again for each pool.</summary>
    private static readonly ConditionalWeakTable<Assembly, PoolSizeAttribute?> s_ofAssemblies = new();

    /// <summary>Finds the bound of a type's pool.</summary>
    /// <param name="type">The type of the pool. The attribute of a state machine is that of the type that declares the method.</param>
    /// <returns>
    /// Null without a bound, and where attributes cannot be read. The runtime loads the types of all attributes to find one, and an
    /// assembly may be missing.
    /// </returns>
    /// <remarks>
    /// Reads attributes of types that the code names, of their declaring types and of their assembly. Trimming and ahead-of-time
    /// compilation keep all of these.
    /// </remarks>
    internal static int? Find(Type type)
    {
        PoolSizeAttribute? attribute = Of(type);
        if (typeof(IAsyncStateMachine).IsAssignableFrom(type))
        {
            // Nested in the method's type, or in the class that the compiler made for the variables of a lambda in it.
            for (Type? declaring = type.DeclaringType; attribute is null && declaring is not null; declaring = declaring.DeclaringType)
            {
                attribute = Of(declaring);
            }
        }

        return (attribute ?? s_ofAssemblies.GetValue(type.Assembly, Of))?.Size;
    }

    [SuppressMessage("Design", "CA1031", Justification = "No size is worth a method that cannot run.")]
    private static PoolSizeAttribute? Of(ICustomAttributeProvider declaration)
    {
        try
        {
            // Most declarations have none, and creating attributes takes twice the time of looking for one at a process's first operation.
            if (!declaration.IsDefined(typeof(PoolSizeAttribute), inherit: true))
            {
                return null;
            }

            return declaration is Type type
                ? (PoolSizeAttribute?)Attribute.GetCustomAttribute(type, typeof(PoolSizeAttribute), inherit: true)
                : (PoolSizeAttribute?)Attribute.GetCustomAttribute((Assembly)declaration, typeof(PoolSizeAttribute));
        }
        catch (Exception)
        {
            return null;
        }
    }
}
