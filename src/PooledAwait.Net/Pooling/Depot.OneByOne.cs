using System;

namespace PooledAwait;

/// <content>
/// Pools without magazines take and put every object here. These are small pools, whose bound is exact, and pools of unloadable types,
/// which a thread's magazine would keep loaded.
/// </content>
internal sealed partial class Depot
{
    /// <summary>The largest exact bound. Larger pools have magazines, and those of two threads may exceed the bound.</summary>
    internal const int SmallSize = 256;

    private readonly int _maxItems;

    /// <summary>The objects, the first <see cref="_itemCount"/> not null; null where threads have magazines.</summary>
    private object?[]? _items;
    private int _itemCount;

    /// <summary>The lowest number of objects in the trimmer's present period, and in the one before.</summary>
    private int _lowItems;
    private int _lowItemsBefore;

    /// <summary>Whether threads have no magazines of this pool.</summary>
    internal bool IsOneByOne => _items is not null;

    /// <summary>
    /// Whether the trimmer drops unused ones of <see cref="_items"/>: of an unloadable type without a small bound. Full arrays of a pool
    /// with magazines are trimmed in any case.
    /// </summary>
    private bool TrimsItems => _maxItems > SmallSize;

    /// <summary>Takes an object out of a pool without magazines.</summary>
    /// <returns>Null if it has none. The caller then creates one, which is counted here.</returns>
    internal object? TakeOne()
    {
        object? value = null;
        Interleaving.Point();
        _lock.Enter();
        _rented++;
        if (_itemCount == 0)
        {
            _allocated++;
        }
        else
        {
            value = _items![--_itemCount];
            _items[_itemCount] = null;
        }

        _lowItems = Math.Min(_lowItems, _itemCount);
        _lock.Exit();
        return value;
    }

    /// <summary>Puts an object into a pool without magazines, or drops it if there is no room.</summary>
    internal void PutOne(object value)
    {
        if (TrimsItems)
        {
            PoolTrimmer.Wake();
        }

        Interleaving.Point();
        _lock.Enter();
        try
        {
            if (_itemCount == _items!.Length && _itemCount < _maxItems)
            {
                Array.Resize(ref _items, (int)Math.Min(_maxItems, Math.Max(8, 2L * _itemCount)));
            }

            _returned++;
            if (_itemCount < _items.Length)
            {
                _items[_itemCount++] = value;
            }
            else
            {
                _dropped++;
            }
        }
        finally
        {
            _lock.Exit();
        }
    }

    /// <summary>Ends a period of the trimmer; called under the lock.</summary>
    /// <returns>The number of dropped objects.</returns>
    private int EndPeriodOfItems()
    {
        if (!TrimsItems)
        {
            return 0;
        }

        int surplus = Math.Min(_lowItems, _lowItemsBefore);
        _itemCount -= surplus;
        _lowItemsBefore = _lowItems - surplus;
        _lowItems = _itemCount;
        Array.Clear(_items!, _itemCount, surplus);
        if (_items!.Length > SmallSize && _itemCount < _items.Length / 4)
        {
            Array.Resize(ref _items, _items.Length / 2);
        }

        return surplus;
    }

    private int ClearItems()
    {
        int count = _itemCount;
        if (count != 0)
        {
            Array.Clear(_items!, 0, count);
            _itemCount = _lowItems = 0;
        }

        return count;
    }
}
