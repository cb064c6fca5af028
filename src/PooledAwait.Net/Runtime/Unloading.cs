using System.Reflection;
#if NET
using System.Runtime.Loader;
#endif

namespace PooledAwait;

/// <summary>Types that the runtime can unload: those of collectible assemblies, and generic types over them.</summary>
internal static class Unloading
{
#if NET
    internal static bool IncludesLibrary { get; } = typeof(Unloading).IsCollectible;

    /// <summary>Whether a type may be unloaded while this library stays, so that no static field of this library may refer to it.</summary>
    internal static bool MayPrecedeLibrary(Type type) => type.IsCollectible && !(IncludesLibrary && IsOfLibrarysContext(type));

    private static bool IsOfLibrarysContext(Type type)
    {
        if (type.HasElementType)
        {
            return IsOfLibrarysContext(type.GetElementType()!);
        }

        foreach (Type argument in type.GenericTypeArguments)
        {
            if (argument.IsCollectible && !IsOfLibrarysContext(argument))
            {
                return false;
            }
        }

        Assembly assembly = type.Assembly;
        return !assembly.IsCollectible
            || AssemblyLoadContext.GetLoadContext(assembly) == AssemblyLoadContext.GetLoadContext(typeof(Unloading).Assembly);
    }
#else
    /// <summary>Null where nothing can be unloaded: on .NET Framework and Mono.</summary>
    private static readonly PropertyInfo? s_isCollectible = typeof(MemberInfo).GetProperty("IsCollectible");

    internal static bool IncludesLibrary { get; } = IsCollectible(typeof(Unloading));

    internal static bool MayPrecedeLibrary(Type type) => !IncludesLibrary && IsCollectible(type);

    private static bool IsCollectible(Type type) => s_isCollectible?.GetValue(type) is true;
#endif
}
