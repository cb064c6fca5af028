namespace PooledAwait;

/// <summary>The owner of <see cref="PooledAwait.Limits"/>, which they call. Both calls name the use that they end, because the object may
/// be in another use by now.</summary>
internal interface ILimited
{
    ref Limits Limits { get; }

    /// <summary>The token of a use is canceled.</summary>
    void Cancel(short use, CancellationToken cancellationToken);

    /// <summary>The time of a use is over.</summary>
    void Elapse(short use);
}
