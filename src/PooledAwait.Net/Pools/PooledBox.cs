namespace PooledAwait;

internal sealed class PooledBox<T>
    where T : struct
{
    private static readonly OperationPool s_pool = OperationPools.Create(typeof(T), typeof(PooledBox<T>));

    private T _value;

    /// <summary>1 while it is rented, otherwise 0. The thread that changes it to 0 takes the value.</summary>
    private int _isRented;

    internal static PooledBox<T> Rent(in T value)
    {
        PooledBox<T> box = s_pool.TryRent<PooledBox<T>>() ?? new PooledBox<T>();
        box._value = value;
        box._isRented = 1;
        return box;
    }

    internal T TakeAndReturn()
    {
        if (Interlocked.Exchange(ref _isRented, 0) == 0)
        {
            s_pool.Count(rejected: 1);
            throw Failures.ReturnedTwice();
        }

        T value = _value;
        _value = default;
        s_pool.Return(this);
        return value;
    }
}
