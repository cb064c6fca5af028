namespace PooledAwait;

/// <summary>The owner of a <see cref="PooledAwait.Deadline"/>.</summary>
internal interface ITimed
{
    /// <summary>The owner's deadline, a field.</summary>
    ref Deadline Deadline { get; }

    /// <summary>The time is over, for the use with this token; the object may be in another by now.</summary>
    void Elapse(short token);
}
