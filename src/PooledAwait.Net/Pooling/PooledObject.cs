using System.Runtime.CompilerServices;
using System.Threading;

namespace PooledAwait;

/// <summary>
/// What the <see cref="Pool"/> knows of one object of a user's, made at its first return and kept as long as the object:
/// whether a pool has it. One for the object and not one per type, because an object may be returned by several types, and
/// must be in one pool only.
/// </summary>
internal sealed class PooledObject
{
    private static readonly ConditionalWeakTable<object, PooledObject> s_known = new();
    private static readonly ConditionalWeakTable<object, PooledObject>.CreateValueCallback s_create = static value => new(value);

    private readonly object _value;

    /// <summary>1 while a pool has the object, or has dropped it; else 0. Whoever changes it to 1 returns the object.</summary>
    private int _isReturned;

    private PooledObject(object value) => _value = value;

    /// <summary>The claim to return an object; only one caller of many has it.</summary>
    /// <returns>Null if a pool has the object already.</returns>
    internal static PooledObject? TryClaimReturn(object value)
    {
        PooledObject entry = s_known.GetValue(value, s_create);
        Interleaving.Point();
        return Interlocked.Exchange(ref entry._isReturned, 1) == 0 ? entry : null;
    }

    /// <summary>The object, which is the caller's from now on.</summary>
    internal object Take()
    {
        Interleaving.Point();

        // Release: the next owner's return, on whatever thread, comes after this.
        Volatile.Write(ref _isReturned, 0);
        return _value;
    }
}
