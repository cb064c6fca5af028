namespace PooledAwait;

/// <summary>A list inside a pooled object. A short list uses an array that stays with the object, so it allocates nothing, however many are
/// in flight. A long list borrows its array from the framework's pool.</summary>
internal struct GrowingBuffer<T>
{
    /// <summary>The longest array that stays with a pooled object.</summary>
    private const int MaxKept = 32;

    private const int MinLength = 8;

    private T[]? _kept;

    /// <summary>The array in use: <see cref="_kept"/>, or a borrowed one, or null.</summary>
    private T[]? _items;

    internal int Count { get; private set; }

    internal readonly ref readonly T this[int index] => ref _items![index];

    internal void Add(in T item)
    {
        if (_items is null || Count == _items.Length)
        {
            Grow();
        }

        _items![Count++] = item;
    }

    /// <summary>Takes an element out and leaves its place empty.</summary>
    internal readonly T Take(int index)
    {
        T item = _items![index];
        _items[index] = default!;
        return item;
    }

    /// <summary>Restarts at the beginning of the array when all elements are taken.</summary>
    internal void Restart() => Count = 0;

    internal void Clear()
    {
        T[]? items = _items;
        if (items is not null)
        {
            int count = Count;
            _items = null;
            Count = 0;
            Release(items, count);
        }
    }

    private void Grow()
    {
        T[] larger;
        int length = Math.Max(MinLength, 2 * Count);
        if (length <= MaxKept)
        {
            // The kept array never shrinks, so that its length changes a few times in the object's life.
            larger = _kept is not null && _kept.Length >= length ? _kept : _kept = new T[length];
        }
        else
        {
            larger = BorrowedArray.Rent<T>(length);
        }

        T[]? smaller = _items;
        _items = larger;
        if (smaller is not null)
        {
            Array.Copy(smaller, larger, Count);
            Release(smaller, Count);
        }
    }

    private static void Release(T[] items, int count)
    {
        if (items.Length > MaxKept)
        {
            BorrowedArray.Return(items, count);
        }
        else
        {
            Array.Clear(items, 0, count);
        }
    }
}
