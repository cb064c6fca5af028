namespace PooledAwait;

/// <summary>Which runtimes the platform may have.</summary>
internal static class Runtimes
{
    /// <summary>False: this build does already what Mono needs, on every runtime.</summary>
    internal static bool MayBeMono => false;
}
