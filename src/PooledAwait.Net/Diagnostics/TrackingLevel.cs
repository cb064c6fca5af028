namespace PooledAwait;

/// <summary>How much is recorded of each operation, so that misuse and leaks name their origin; see <see cref="Pool.Tracking"/>.</summary>
/// <example><code>
/// if (Pool.Tracking == TrackingLevel.Off)
/// {
///     Console.WriteLine("Set POOLEDAWAIT_TRACKING=all to learn where operations start and who consumes them.");
/// }
/// </code></example>
public enum TrackingLevel
{
    /// <summary>Records nothing. Operations cost no further bytes and no measurable time.</summary>
    Off,

    /// <summary>Records one operation in 128, for production.</summary>
    Sampled,

    /// <summary>Records every operation, at some microseconds and some hundred bytes each, for tests and debugging.</summary>
    All,
}
