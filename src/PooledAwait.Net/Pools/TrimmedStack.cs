namespace PooledAwait;

/// <summary>A stack that knows how many of its items were not used lately. Guarded by its depot's lock; a field, never copied.</summary>
internal struct TrimmedStack
{
    private object?[] _items = [];

    /// <summary>The lowest count in the trimmer's current period, and in the one before: so many items were not used.</summary>
    private int _low;
    private int _lowBefore;

    public TrimmedStack()
    {
    }

    internal int Count { get; private set; }

    internal void Push(object item)
    {
        if (Count == _items.Length)
        {
            Array.Resize(ref _items, Math.Max(4, 2 * Count));
        }

        _items[Count++] = item;
    }

    internal object? TryPop()
    {
        if (Count == 0)
        {
            return null;
        }

        object? item = _items[--Count];
        _items[Count] = null;
        _low = Math.Min(_low, Count);
        return item;
    }

    /// <summary>Ends a period as <see cref="Depot.EndPeriod"/> does; returns how many items were dropped.</summary>
    internal int EndPeriod()
    {
        int surplus = Math.Min(_low, _lowBefore);
        _lowBefore = _low - surplus;
        Count -= surplus;
        _low = Count;
        Array.Clear(_items, Count, surplus);
        if (surplus != 0 && Count <= _items.Length / 4)
        {
            Array.Resize(ref _items, Count);
        }

        return surplus;
    }
}
