namespace PooledAwait;

/// <summary>The pool of a type of user objects. It stores their entries instead of the objects, so that renting needs no lookup.</summary>
/// <typeparam name="T">The type by which objects are returned and rented.</typeparam>
internal static class PooledObject<T>
    where T : class
{
    private static readonly OperationPool s_pool = OperationPools.Create(typeof(T));

    internal static T? TryRent()
    {
        PooledObject? entry = s_pool.TryRent<PooledObject>();
        return entry is not null ? Cast.To<T>(entry.Take()) : null;
    }

    /// <inheritdoc cref="PooledObject.TryClaimReturn"/>
    /// <returns>The argument for <see cref="Return"/>.</returns>
    /// <exception cref="System.InvalidOperationException">A pool has it already.</exception>
    internal static PooledObject ClaimReturn(T value)
    {
        PooledObject? entry = PooledObject.TryClaimReturn(value);
        if (entry is null)
        {
            s_pool.Reject();
            throw Failures.ReturnedTwice();
        }

        return entry;
    }

    internal static void Return(PooledObject entry) => s_pool.Return(entry);

    /// <summary>Counts a claimed object that is not pooled.</summary>
    internal static void Drop() => s_pool.Drop();
}
