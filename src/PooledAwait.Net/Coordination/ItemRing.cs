namespace PooledAwait;

/// <summary>The items of a channel, in order: an array that is used as a ring. A field of the channel, guarded by its lock.</summary>
/// <remarks>An array that a burst has left behind is dropped when the ring runs empty, if less than a quarter of it was used since the last
/// time.</remarks>
internal struct ItemRing<T>
{
    /// <summary>Arrays up to this length are kept.</summary>
    internal const int KeptLength = 1_024;

    private const int FirstLength = 8;

    /// <summary>Its length is a power of two, or 0.</summary>
    private T[] _items;
    private int _head;

    /// <summary>The greatest count since the ring was empty.</summary>
    private int _peak;

    internal ItemRing(T[] items)
        : this() => _items = items;

    internal int Count { get; private set; }

    internal readonly T First => _items[_head];

    /// <summary>Adds an item; allocates when all of the array is in use. If there is no memory for that, throws and adds nothing.</summary>
    internal void Add(T item)
    {
        if (Count == _items.Length)
        {
            T[] larger = new T[Math.Max(Count * 2, FirstLength)];
            Array.Copy(_items, _head, larger, 0, Count - _head);
            Array.Copy(_items, 0, larger, Count - _head, _head);
            _items = larger;
            _head = 0;
        }

        _items[(_head + Count) & (_items.Length - 1)] = item;
        Count++;
    }

    /// <summary>Takes the first item out; the ring is not empty.</summary>
    internal T Take()
    {
        T item = _items[_head];
        _items[_head] = default!;
        _head = (_head + 1) & (_items.Length - 1);
        _peak = Math.Max(_peak, Count);
        Count--;
        if (Count == 0)
        {
            if (_items.Length > KeptLength && _peak < _items.Length / 4)
            {
                _items = [];
                _head = 0;
            }

            _peak = 0;
        }

        return item;
    }

    /// <summary>Replaces the last item, and returns it; the ring is not empty.</summary>
    internal readonly T ReplaceLast(T item)
    {
        ref T last = ref _items[(_head + Count - 1) & (_items.Length - 1)];
        T replaced = last;
        last = item;
        return replaced;
    }
}
