namespace PooledAwait;

/// <summary>The continuation of an operation whose result nobody wants; an error is reported as that of a task nobody observes.</summary>
internal sealed class Forgotten
{
    internal static readonly Forgotten Instance = new();
}
