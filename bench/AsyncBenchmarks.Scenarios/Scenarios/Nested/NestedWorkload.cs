namespace AsyncBenchmarks.Scenarios;

/// <summary>One Execute after the other, or several in flight together.</summary>
internal sealed class NestedWorkload<TBody>(bool pending) : Workload
    where TBody : struct, INestedBody
{
    private int _started;

    public override bool CanOverlap => true;

    /// <param name="pending">Whether the base operations are completed from outside.</param>
    public static Availability With(bool pending) => Availability.Of(() => new NestedWorkload<TBody>(pending));

    public override void Setup()
    {
        BaseOperations.ArePending = pending;
        Known.Reset();
        _started = 0;
    }

    public override void Run()
    {
        default(TBody).Execute();
        default(TBody).CompletePending();
        Known.Demand(1);
    }

    public override void StartOne()
    {
        default(TBody).Execute();
        _started++;
    }

    public override void CompleteAll()
    {
        default(TBody).CompletePending();
        int started = _started;
        _started = 0;
        Known.Demand(started);
    }
}

/// <summary>
/// The graph of AsyncAwait and ContinueWith with one library: <c>Execute</c> awaits <c>GetAndConsume&lt;Struct32, object&gt;</c>
/// and then <c>GetAndConsume&lt;object, Struct32&gt;</c>. Each awaits <c>GetValue</c> of its two types, consumes the values and
/// returns nothing. Each <c>GetValue</c> awaits one base operation and returns a known value.
/// Implemented by structs, so that the calls cost nothing.
/// </summary>
internal interface INestedBody
{
    /// <summary>Starts one Execute, and discards its result by the library's own means, so that it is recycled.</summary>
    void Execute();

    /// <summary>Completes the base operations that wait, newest first, until none is left.</summary>
    void CompletePending();
}

/// <summary>The graph of ContinueWith, beside that of AsyncAwait.</summary>
internal interface IChainedBody
{
    /// <inheritdoc cref="INestedBody.Execute"/>
    void ExecuteChain();

    /// <inheritdoc cref="INestedBody.CompletePending"/>
    void CompletePending();
}

/// <summary>The graph of ContinueWith in the place of the other.</summary>
internal readonly struct ChainedBody<TBody> : INestedBody
    where TBody : struct, IChainedBody
{
    public void Execute() => default(TBody).ExecuteChain();

    public void CompletePending() => default(TBody).CompletePending();
}
