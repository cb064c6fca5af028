namespace AsyncBenchmarks.Bodies;

/// <summary>
/// The graph of AsyncAwait and ContinueWith with one library: <c>Execute</c> awaits <c>GetAndConsume&lt;Struct32, object&gt;</c>
/// and then <c>GetAndConsume&lt;object, Struct32&gt;</c>; each awaits <c>GetValue</c> of its two types, consumes the values and
/// returns nothing; each <c>GetValue</c> awaits one base operation and returns a known value.
/// Implemented by structs, so that the calls cost nothing.
/// </summary>
internal interface INestedBody
{
    /// <summary>Starts one Execute, and discards its result by the library's own means that recycles.</summary>
    void Execute();

    /// <summary>Completes the base operations that wait, newest first, until none is left.</summary>
    void CompletePending();
}
