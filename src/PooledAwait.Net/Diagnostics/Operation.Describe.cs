namespace PooledAwait;

/// <content>What a debugger shows.</content>
internal abstract partial class Operation
{
    /// <summary>The state of the operation as the holder of a token sees it; changes nothing.</summary>
    internal string Describe(short token)
    {
        uint flags = StateWord.Flags(_state, token);
        return flags >= StateWord.Dead ? "Consumed"
            : (flags & StateWord.Completed) != 0 ? "Completed, not yet consumed"
            : (flags & StateWord.Awaited) != 0 ? "Pending, awaited"
            : "Pending";
    }
}
