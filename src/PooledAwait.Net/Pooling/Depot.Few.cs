namespace PooledAwait;

/// <content>
/// Pools that someone wants small: no magazines, every object is taken and put here, so that the bound is exact.
/// </content>
internal sealed partial class Depot
{
    /// <summary>The largest bound that is kept to exactly. Above, threads have magazines, and two of them would exceed it.</summary>
    internal const int SmallSize = 256;

    /// <summary>The objects, the first <see cref="_fewCount"/> not null; null where threads have magazines.</summary>
    private readonly object?[]? _few;
    private int _fewCount;

    /// <summary>Whether threads have no magazines of this pool.</summary>
    internal bool IsSmall => _few is not null;

    /// <summary>Takes an object out of a small pool.</summary>
    /// <returns>Null if it has none: the caller makes a new one, which is counted here.</returns>
    internal object? TryTakeOne()
    {
        Interleaving.Point();
        lock (_lock)
        {
            _rented++;
            if (_fewCount == 0)
            {
                _allocated++;
                return null;
            }

            object? value = _few![--_fewCount];
            _few[_fewCount] = null;
            return value;
        }
    }

    /// <summary>Puts an object into a small pool, or drops it if there is no room.</summary>
    internal void PutOne(object value)
    {
        Interleaving.Point();
        lock (_lock)
        {
            _returned++;
            if (_fewCount == _few!.Length)
            {
                _dropped++;
            }
            else
            {
                _few[_fewCount++] = value;
            }
        }
    }

    private void DropFewLocked()
    {
        _dropped += _fewCount;
        while (_fewCount != 0)
        {
            _few![--_fewCount] = null;
        }
    }
}
