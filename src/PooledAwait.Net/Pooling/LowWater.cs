using System;

namespace PooledAwait;

/// <summary>
/// The lowest count of something in the trimmer's present period and in the one before: so many were used in neither. A field, never
/// copied.
/// </summary>
internal struct LowWater
{
    private int _low;
    private int _lowBefore;

    /// <summary>Notes that the count has become smaller.</summary>
    internal void Note(int count) => _low = Math.Min(_low, count);

    /// <summary>Ends a period.</summary>
    /// <param name="count">The count now.</param>
    /// <returns>How many were used neither in it nor in the one before; the caller drops them.</returns>
    internal int EndPeriod(int count)
    {
        int surplus = Math.Min(_low, _lowBefore);
        _lowBefore = _low - surplus;
        _low = count - surplus;
        return surplus;
    }
}
