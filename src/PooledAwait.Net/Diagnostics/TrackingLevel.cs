namespace PooledAwait;

/// <summary>
/// How much the library notes about each operation, to tell where misuse and leaks come from; see <see cref="Pool.Tracking"/>.
/// </summary>
/// <example>
/// <code>
/// if (Pool.Tracking == TrackingLevel.Off)
/// {
///     Console.WriteLine("Set POOLEDAWAIT_TRACKING=all to learn where operations start and who consumes them.");
/// }
/// </code>
/// </example>
public enum TrackingLevel
{
    /// <summary>Nothing is noted. Operations cost no bytes and no measurable time more.</summary>
    Off,

    /// <summary>One operation of 128 is noted, so that a leak of many is found in production.</summary>
    Sampled,

    /// <summary>Every operation is noted. Each costs some microseconds and some hundred bytes: for tests and for hunting a bug.</summary>
    All,
}
