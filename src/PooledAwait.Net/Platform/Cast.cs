using System.Diagnostics;
using System.Runtime.CompilerServices;

namespace PooledAwait;

/// <summary>
/// The one door to unchecked casts. A checked cast to a class that is not sealed walks the type's ancestors at every
/// await; the type is known here from the state word or from who wrote the field, and debug builds assert it.
/// </summary>
internal static class Cast
{
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal static T To<T>(object value)
        where T : class
    {
        Debug.Assert(value is T, "the field's writer promised another type");
#if NET
        return Unsafe.As<T>(value);
#else
        return (T)value;
#endif
    }
}
