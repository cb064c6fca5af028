namespace PooledAwait;

/// <summary>The owner that a timer tells that the time is over.</summary>
internal interface ITimed
{
    /// <summary>The time is over, for the use with this token; the object may be in another by now.</summary>
    void Elapse(short token);
}
