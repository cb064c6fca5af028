namespace PooledAwait.Tests;

/// <summary>Restores what a test has changed, when it's disposed of.</summary>
internal readonly struct Restoration(Action restore) : IDisposable
{
    public void Dispose() => restore();
}
