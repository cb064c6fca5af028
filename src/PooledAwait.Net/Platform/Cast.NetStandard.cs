using System.Runtime.CompilerServices;

namespace PooledAwait;

/// <summary>The casts that .NET makes unchecked.</summary>
internal static class Cast
{
    /// <summary>Casts a reference.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)] // a cast
    internal static T To<T>(object value)
        where T : class =>
        (T)value;

    /// <summary>Casts a reference that may be null.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)] // a cast
    internal static T? OrNull<T>(object? value)
        where T : class =>
        (T?)value;
}
