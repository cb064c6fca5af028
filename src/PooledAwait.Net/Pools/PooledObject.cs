namespace PooledAwait;

/// <summary>Whether a pool has one user object. Created at the first return, it lives as long as the object. There is one for each object
/// and not for each type, because an object may be returned by several types but must be in one pool only.</summary>
internal sealed class PooledObject(object value)
{
    private static readonly ConditionalWeakTable<object, PooledObject> s_known = new();
    private static readonly ConditionalWeakTable<object, PooledObject>.CreateValueCallback s_create = static value => new(value);

    /// <summary>1 while a pool has or has dropped the object; otherwise 0. The thread that changes it to 1 returns the object.</summary>
    private int _isReturned;

    /// <summary>Claims the return of an object; one of several callers succeeds.</summary>
    internal static PooledObject? TryClaimReturn(object value)
    {
        PooledObject entry = s_known.GetValue(value, s_create);
        Interleaving.Point();
        return Interlocked.Exchange(ref entry._isReturned, 1) == 0 ? entry : null;
    }

    internal object Take()
    {
        Interleaving.Point();

        // The object is the caller's alone. Whoever hands it to another thread orders this before that thread's return.
        Volatile.Write(ref _isReturned, 0);
        return value;
    }
}
