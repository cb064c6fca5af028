using System;
using System.Linq;

namespace PooledAwait.Tests.Oracle;

/// <summary>A step of a random async program. Its text is what a failure shows.</summary>
internal abstract record Step
{
    /// <summary>Whether it may suspend the method.</summary>
    internal virtual bool Awaits => true;

    /// <summary>Whether the method goes on where it was, if that is a SynchronizationContext or a TaskScheduler.</summary>
    internal virtual bool Captures => true;

    protected static string Block(Step[] steps) => $"{{ {string.Concat(steps.Select(step => step + "; "))}}}";
}

/// <summary>Awaits something that completes later, from another thread, or is complete already.</summary>
internal sealed record Await(AwaitableKind Kind, Outcome Outcome, bool InContext) : Step
{
    internal override bool Captures => InContext && Kind is not (AwaitableKind.Foreign or AwaitableKind.CriticalForeign);

    public override string ToString() => $"await {Kind} that {Outcome}{(InContext ? "" : " without context")}";
}

/// <summary>Awaits Task.Yield().</summary>
internal sealed record Yield(bool InContext) : Step
{
    internal override bool Captures => InContext;

    public override string ToString() => $"yield{(InContext ? "" : " without context")}";
}

/// <summary>Throws.</summary>
internal sealed record Throw(Outcome Outcome) : Step
{
    internal override bool Awaits => false;

    public override string ToString() => $"throw what {Outcome}";
}

/// <summary>Writes the AsyncLocal.</summary>
internal sealed record SetLocal(int Value) : Step
{
    internal override bool Awaits => false;

    public override string ToString() => $"local = {Value}";
}

/// <summary>Sets the thread's SynchronizationContext.</summary>
internal sealed record SetContext(int Context) : Step
{
    internal override bool Awaits => false;

    public override string ToString() => $"context = {Context}";
}

/// <summary>Calls a method of the same form, does something else, and awaits it.</summary>
internal sealed record Call(Step[] Body, Step[] Meanwhile) : Step
{
    public override string ToString() => $"call {Block(Body)} meanwhile {Block(Meanwhile)}";
}

/// <summary>Calls a method of the same form on a TaskScheduler, and awaits it.</summary>
internal sealed record CallOn(int Scheduler, Step[] Body) : Step
{
    public override string ToString() => $"on scheduler {Scheduler} {Block(Body)}";
}

/// <summary>Try, catch and finally.</summary>
internal sealed record Try(Step[] Body, Step[]? Catch, Step[]? Finally) : Step
{
    public override string ToString() =>
        $"try {Block(Body)}{(Catch is null ? "" : " catch " + Block(Catch))}{(Finally is null ? "" : " finally " + Block(Finally))}";
}

/// <summary>How an operation ends.</summary>
/// <param name="Kind">In which way.</param>
/// <param name="Id">Its result; or which exception; or which token.</param>
internal readonly record struct Outcome(OutcomeKind Kind, int Id)
{
    internal Exception ToException() => Kind == OutcomeKind.Fails
        ? new ProgramException(Id)
        : new OperationCanceledException("cancellation " + Id, Machine.Token(Id));

    public override string ToString() => $"{Kind} {Id}";
}

internal enum OutcomeKind
{
    Succeeds,
    Fails,
    Cancels,
}

/// <summary>What there is to await.</summary>
internal enum AwaitableKind
{
    /// <summary>A Task that is complete.</summary>
    CompletedTask,

    /// <summary>A ValueTask that is complete.</summary>
    CompletedValueTask,

    /// <summary>A pending Task.</summary>
    Task,

    /// <summary>A pending ValueTask of a source that is not ours.</summary>
    ValueTask,

    /// <summary>The ValueTask of a PooledValueTaskSource.</summary>
    ValueTaskOfOurs,

    /// <summary>The PooledValueTask of a PooledValueTaskSource.</summary>
    Pooled,

    /// <summary>An awaiter that has only OnCompleted.</summary>
    Foreign,

    /// <summary>An awaiter that has UnsafeOnCompleted too.</summary>
    CriticalForeign,
}

/// <summary>An exception of a program, which is told from others by its number.</summary>
internal sealed class ProgramException(int id) : Exception("exception " + id);
