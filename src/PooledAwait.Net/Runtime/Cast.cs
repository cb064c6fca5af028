namespace PooledAwait;

/// <summary>The only unchecked casts. A checked cast to an unsealed class or to an interface walks the type's ancestors at every await. The
/// state word, or the field's only writer, guarantees the type; debug builds assert it.</summary>
internal static class Cast
{
    [MethodImpl(MethodImplOptions.AggressiveInlining)] // nothing remains of it
    internal static T To<T>(object value)
        where T : class
    {
        Debug.Assert(value is T, "the field's writer promised another type");
        return Unsafe.As<T>(value);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)] // nothing remains of it
    internal static T? OrNull<T>(object? value)
        where T : class
    {
        Debug.Assert(value is null or T, "the pool's owner returned another type");
        return Unsafe.As<T?>(value);
    }
}
