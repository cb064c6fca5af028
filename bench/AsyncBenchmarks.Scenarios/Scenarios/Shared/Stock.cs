using System;

namespace AsyncBenchmarks.Scenarios;

/// <summary>
/// Behind the lists that threads keep of the suite's own recycled objects: takes from the one that has too many, gives to the
/// one that has none, half a list at a time. Thread-safe.
/// </summary>
/// <typeparam name="T">The objects' type.</typeparam>
internal sealed class Stock<T>
    where T : class
{
    private readonly object _lock = new();
    private T?[] _items = [];
    private int _count;

    /// <summary>Moves half a list into an empty list, or what there is.</summary>
    /// <returns>How many.</returns>
    public int Take(T?[] list)
    {
        lock (_lock)
        {
            int moved = Math.Min(_count, list.Length / 2);
            _count -= moved;
            Array.Copy(_items, _count, list, 0, moved);
            Array.Clear(_items, _count, moved);
            return moved;
        }
    }

    /// <summary>Moves the upper half of a full list here.</summary>
    /// <returns>How many are left in it.</returns>
    public int Give(T?[] list)
    {
        int left = list.Length / 2;
        int moved = list.Length - left;
        lock (_lock)
        {
            if (_count + moved > _items.Length)
            {
                Array.Resize(ref _items, Math.Max(_count + moved, _items.Length * 2));
            }

            Array.Copy(list, left, _items, _count, moved);
            _count += moved;
        }

        Array.Clear(list, left, moved);
        return left;
    }
}
