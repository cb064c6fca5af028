using System.Runtime.CompilerServices;
using System.Threading;

namespace PooledAwait;

/// <summary>
/// What the <see cref="Pool"/> knows of one object of a user's, made at its first return and kept as long as the object:
/// whether the pool has it. The pool stores these and not the objects, so that renting looks nothing up.
/// </summary>
/// <typeparam name="T">The object.</typeparam>
internal sealed class PooledObject<T>
    where T : class
{
    private static readonly OperationPool s_pool = OperationPools.Create(typeof(T));
    private static readonly ConditionalWeakTable<T, PooledObject<T>> s_known = new();
    private static readonly ConditionalWeakTable<T, PooledObject<T>>.CreateValueCallback s_create = static value => new(value);

    private readonly T _value;

    /// <summary>1 while the pool has the object, or has dropped it; else 0. Whoever changes it to 1 returns the object.</summary>
    private int _isReturned;

    private PooledObject(T value) => _value = value;

    internal static T? TryRent()
    {
        if (s_pool.TryRent<PooledObject<T>>() is not { } entry)
        {
            return null;
        }

        Interleaving.Point();

        // Release: the next owner's return, on whatever thread, comes after this.
        Volatile.Write(ref entry._isReturned, 0);
        return entry._value;
    }

    /// <summary>The claim to return an object; only one caller of many has it.</summary>
    /// <exception cref="System.InvalidOperationException">The pool has it already.</exception>
    internal static PooledObject<T> ClaimReturn(T value)
    {
        PooledObject<T> entry = s_known.GetValue(value, s_create);
        Interleaving.Point();
        if (Interlocked.Exchange(ref entry._isReturned, 1) != 0)
        {
            s_pool.Reject();
            throw Failures.ReturnedTwice();
        }

        return entry;
    }

    internal void Return() => s_pool.Return(this);

    /// <summary>Counts an object that is claimed but will not be pooled.</summary>
    internal static void Drop() => s_pool.Drop();
}
