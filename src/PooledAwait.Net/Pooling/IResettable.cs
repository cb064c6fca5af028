namespace PooledAwait;

/// <summary>An object that is cleaned when it is returned to the <see cref="Pool"/>.</summary>
/// <example>
/// <code>
/// sealed class Request : IResettable
/// {
///     public string? Path { get; set; }
///
///     public void Reset() =&gt; Path = null;
/// }
/// </code>
/// </example>
public interface IResettable
{
    /// <summary>
    /// Called by <see cref="Pool.Return{T}"/>, on its thread and under no lock, before anyone can rent the object. If it
    /// throws, the object is not pooled.
    /// </summary>
    void Reset();
}
