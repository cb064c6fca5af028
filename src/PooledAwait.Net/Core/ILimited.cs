namespace PooledAwait;

/// <summary>The owner. Both calls name the use that they end; the object may be in another use by now.</summary>
internal interface ILimited
{
    ref Limits Limits { get; }

    /// <summary>The token of a use is canceled.</summary>
    void Cancel(short use, CancellationToken cancellationToken);

    /// <summary>The time of a use is over.</summary>
    void Elapse(short use);
}
