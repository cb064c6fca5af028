namespace PooledAwait;

/// <summary>Which runtimes the platform may have.</summary>
internal static class Runtimes
{
    /// <summary>False, because this build is written for Mono on every runtime.</summary>
    internal static bool MayBeMono => false;
}
