namespace PooledAwait;

/// <summary>Finds what the awaiters of one type await, where their type doesn't tell.</summary>
/// <typeparam name="TAwaiter">Any awaiter.</typeparam>
internal abstract class AwaiterReader<TAwaiter>
{
    /// <summary>The reader of this type; null while there is none. A field, because a property is one method more to compile.</summary>
    internal static AwaiterReader<TAwaiter>? Known;

    /// <summary>Finds the awaited source.</summary>
    /// <param name="awaiter">The awaiter.</param>
    /// <param name="token">The source's token.</param>
    /// <param name="continueOnCapturedContext">Whether the method goes on in the current scheduling context.</param>
    /// <returns>The source, or whatever else the awaiter awaits; null if it awaits nothing.</returns>
    internal abstract object? Read(ref TAwaiter awaiter, out short token, out bool continueOnCapturedContext);
}
