using System;
using System.Diagnostics.CodeAnalysis;
using System.Reflection;
using System.Runtime.CompilerServices;

namespace PooledAwait;

/// <summary>Finds the <see cref="PoolSizeAttribute"/> that applies; once per pool.</summary>
internal static class PoolSizes
{
    /// <summary>The size that someone has asked for.</summary>
    /// <param name="type">What the pool is for; a state machine's attribute is that of the type that declares the method.</param>
    /// <returns>
    /// Null if nobody has, and where attributes cannot be read: the runtime loads the types of all of them, and one may come
    /// from an assembly that is not deployed.
    /// </returns>
    /// <remarks>
    /// Only attributes of types that the code names, of those that declare them, and of their assembly: trimming and
    /// ahead-of-time compilation keep them all.
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

        return (attribute ?? Of(type.Assembly))?.Size;
    }

    [SuppressMessage("Design", "CA1031", Justification = "No size is worth a method that cannot run.")]
    private static PoolSizeAttribute? Of(ICustomAttributeProvider declaration)
    {
        try
        {
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
