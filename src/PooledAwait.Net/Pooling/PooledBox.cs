using System.Threading;

namespace PooledAwait;

/// <summary>A value as an object.</summary>
/// <typeparam name="T">The value.</typeparam>
internal sealed class PooledBox<T>
    where T : struct
{
    private static readonly OperationPool s_pool = OperationPools.Create(typeof(T));

    private T _value;

    /// <summary>1 from renting to returning, else 0. The thread that changes it to 0 takes the value.</summary>
    private int _isRented;

    private PooledBox()
    {
    }

    internal static PooledBox<T> Rent(in T value)
    {
        PooledBox<T> box = s_pool.TryRent<PooledBox<T>>() ?? new PooledBox<T>();
        box._value = value;
        box._isRented = 1;
        return box;
    }

    /// <exception cref="System.InvalidOperationException">The box was already returned.</exception>
    internal T TakeAndReturn()
    {
        if (Interlocked.Exchange(ref _isRented, 0) == 0)
        {
            s_pool.Reject();
            throw Failures.ReturnedTwice();
        }

        T value = _value;
        _value = default;
        s_pool.Return(this);
        return value;
    }
}
