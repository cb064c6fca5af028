namespace PooledAwait;

/// <summary>An object that is reset when it returns to the <see cref="Pool"/>.</summary>
/// <example><code>
/// sealed class Request : IResettable
/// {
///     public string? Path { get; set; }
///
///     public void Reset() =&gt; Path = null;
/// }
/// </code></example>
public interface IResettable
{
    /// <summary>Called by <see cref="Pool.Return{T}"/>, on its thread and under no lock, before other code can rent the object. If it
    /// throws, the object is not pooled, and the exception is reported as unobserved.</summary>
    void Reset();
}
