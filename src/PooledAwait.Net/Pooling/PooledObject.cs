using System.Runtime.CompilerServices;
using System.Threading;

namespace PooledAwait;

/// <summary>
/// Whether a pool has one user object. Created at the first return, it lives as long as the object. There is one for each object and not
/// for each type, because an object may be returned by several types but must be in one pool only.
/// </summary>
internal sealed class PooledObject
{
    private static readonly ConditionalWeakTable<object, PooledObject> s_known = new();
    private static readonly ConditionalWeakTable<object, PooledObject>.CreateValueCallback s_create = static value => new(value);

    private readonly object _value;

    /// <summary>
    /// 1 while a pool has the object, or has dropped it; otherwise 0. The thread that changes it to 1 returns the object.
    /// </summary>
    private int _isReturned;

    private PooledObject(object value) => _value = value;

    /// <summary>Claims the return of an object; one of several callers succeeds.</summary>
    /// <returns>Null if a pool has the object already.</returns>
    internal static PooledObject? TryClaimReturn(object value)
    {
        PooledObject entry = s_known.GetValue(value, s_create);
        Interleaving.Point();
        return Interlocked.Exchange(ref entry._isReturned, 1) == 0 ? entry : null;
    }

    /// <summary>Takes the object, which now belongs to the caller.</summary>
    internal object Take()
    {
        Interleaving.Point();

        // Releases, so that the next owner's return on another thread comes after this.
        Volatile.Write(ref _isReturned, 0);
        return _value;
    }
}
