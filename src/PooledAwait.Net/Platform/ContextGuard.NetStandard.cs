#if !NET
namespace PooledAwait;

/// <summary>Where a context can only be run in, not restored, there is no guard but the framework's own.</summary>
internal readonly struct ContextGuard
{
    /// <returns>False: use the framework's.</returns>
    internal static bool TryEnter(out ContextGuard guard)
    {
        guard = default;
        return false;
    }

#pragma warning disable CA1822 // the other platform's needs the instance
    internal void Exit()
    {
    }
#pragma warning restore CA1822
}
#endif
