using System.Linq;

namespace PooledAwait.Tests.HostileOracle;

/// <summary>A step of a random async program that meets hostile code. Its text is what a failure shows.</summary>
internal abstract record Step
{
    protected static string Block(Step[] steps) => $"{{ {string.Concat(steps.Select(step => step + "; "))}}}";

    protected static string Place(bool inContext) => inContext ? "" : " without context";
}

/// <summary>Awaits an operation that the driver completes, or another method.</summary>
internal sealed record Await(LeafKind Kind, Outcome Outcome, bool InContext) : Step
{
    public override string ToString() => $"await {Kind} that {Outcome}{Place(InContext)}";
}

/// <summary>Awaits an awaiter that is nobody's.</summary>
internal sealed record AwaitForeign(ForeignKind Kind, bool IsCritical, Outcome Outcome) : Step
{
    public override string ToString() => $"await {(IsCritical ? "critical " : "")}{Kind} that {Outcome}";
}

/// <summary>Awaits Task.Yield(), where that has a scheduling context to be posted to.</summary>
internal sealed record Yield : Step
{
    public override string ToString() => "yield";
}

/// <summary>Registers a callback with an operation, by hand.</summary>
internal sealed record Register(LeafKind Kind, Outcome Outcome, bool Flows, bool InContext, bool Throws) : Step
{
    public override string ToString() =>
        $"register {(Flows ? "OnCompleted" : "UnsafeOnCompleted")} with {Kind} that {Outcome}"
        + $"{Place(InContext)}{(Throws ? ", throwing" : "")}";
}

/// <summary>Registers a callback with an operation that is complete from the start, where there is a scheduling context.</summary>
internal sealed record RegisterCompleted(bool Flows) : Step
{
    public override string ToString() => $"register {(Flows ? "OnCompleted" : "UnsafeOnCompleted")} with what is complete";
}

/// <summary>Calls a method of the same form, and registers a callback with it by hand.</summary>
internal sealed record CallBack(Step[] Body, bool Flows) : Step
{
    public override string ToString() => $"{(Flows ? "OnCompleted" : "UnsafeOnCompleted")} of {Block(Body)}";
}

/// <summary>Throws.</summary>
internal sealed record Throw(Outcome Outcome) : Step
{
    public override string ToString() => $"throw what {Outcome}";
}

/// <summary>Writes the AsyncLocal.</summary>
internal sealed record SetLocal(int Value) : Step
{
    public override string ToString() => $"local = {Value}";
}

/// <summary>Writes the AsyncLocal that notifies.</summary>
internal sealed record SetNotifying(int Value) : Step
{
    public override string ToString() => $"notifying = {Value}";
}

/// <summary>Sets the thread's SynchronizationContext.</summary>
internal sealed record SetContext(ContextKind Context) : Step
{
    public override string ToString() => $"context = {Context}";
}

/// <summary>Suppresses the ExecutionContext's flow, or lets it flow again.</summary>
internal sealed record SetFlow(bool Flows) : Step
{
    public override string ToString() => Flows ? "restore flow" : "suppress flow";
}

/// <summary>Completes something that another method awaits, as a producer does.</summary>
internal sealed record CompleteAnother(int Choice) : Step
{
    public override string ToString() => $"complete another, {Choice}";
}

/// <summary>Calls a method of the same form, runs other steps, and awaits it.</summary>
internal sealed record Call(Step[] Body, Step[] Meanwhile, bool InContext) : Step
{
    public override string ToString() => $"call {Block(Body)} meanwhile {Block(Meanwhile)}{Place(InContext)}";
}

/// <summary>Calls a method of the same form on a TaskScheduler, and awaits it.</summary>
internal sealed record CallOn(SchedulerKind Scheduler, Step[] Body) : Step
{
    public override string ToString() => $"on {Scheduler} {Block(Body)}";
}

/// <summary>Calls a method of the same form, and drops it.</summary>
internal sealed record Drop(Step[] Body) : Step
{
    public override string ToString() => $"drop {Block(Body)}";
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
    public override string ToString() => $"{Kind} {Id}";
}

internal enum OutcomeKind
{
    Succeeds,
    Fails,
    Cancels,
}

/// <summary>What the driver completes.</summary>
internal enum LeafKind
{
    /// <summary>A source of the library, as PooledValueTask.</summary>
    Own,

    /// <summary>A source of the library, as ValueTask.</summary>
    OwnAsValueTask,

    /// <summary>A source of the library with a CancellationToken.</summary>
    Cancelable,

    /// <summary>A source of the framework, as ValueTask.</summary>
    Other,
}

/// <summary>What a foreign awaiter does with the continuation.</summary>
internal enum ForeignKind
{
    /// <summary>Calls it when the driver says so.</summary>
    Late,

    /// <summary>Calls it at once.</summary>
    Inline,

    /// <summary>Calls it at once, and throws.</summary>
    InlineThenThrow,

    /// <summary>Throws, and never calls it.</summary>
    Throw,

    /// <summary>Calls it when the driver says so, and again later.</summary>
    LateTwice,

    /// <summary>Calls it at once, and again later.</summary>
    InlineTwice,

    /// <summary>Throws, and calls it later all the same.</summary>
    ThrowThenLate,

    /// <summary>Passes it to an operation of the library, and calls it itself too.</summary>
    PassOn,
}

/// <summary>A SynchronizationContext.</summary>
internal enum ContextKind
{
    None,

    /// <summary>The framework's base class, which awaits don't capture.</summary>
    Plain,

    /// <summary>Keeps what is posted until the driver runs it.</summary>
    Queueing,

    /// <summary>Runs what is posted at once.</summary>
    Inline,

    /// <summary>Runs what is posted at once, without making itself current.</summary>
    InlineUnset,
}

/// <summary>A TaskScheduler.</summary>
internal enum SchedulerKind
{
    Default,

    /// <summary>Keeps tasks until the driver runs them.</summary>
    Queueing,

    /// <summary>Runs tasks as they are queued.</summary>
    Inline,
}
