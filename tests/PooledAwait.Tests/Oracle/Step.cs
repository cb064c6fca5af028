namespace PooledAwait.Tests.Oracle;

/// <summary>A step of a random async program. Its text is what a failure shows.</summary>
internal abstract record Step
{
    /// <summary>Whether it may suspend the method.</summary>
    internal virtual bool Awaits => false;

    /// <summary>Whether the method goes on where it was, if that is a SynchronizationContext or a TaskScheduler.</summary>
    internal virtual bool Captures => true;

    protected static string Block(Step[]? steps) => $"{{ {string.Concat(steps!.Select(step => step + "; "))}}}";

    protected static string Place(bool inContext) => inContext ? "" : " without context";

    protected static string Registration(bool flows) => flows ? "OnCompleted" : "UnsafeOnCompleted";
}

/// <summary>Awaits an operation that is complete already, or that others complete.</summary>
internal sealed record Await(LeafKind Kind, Outcome Outcome, bool InContext, Completer Completer = default) : Step
{
    internal override bool Awaits => true;

    internal override bool Captures => InContext;

    public override string ToString() => $"await {Kind} that {Outcome}{Place(InContext)}{Completer}";
}

/// <summary>Awaits an operation that one thread completes while another cancels it, whichever wins.</summary>
internal sealed record AwaitRaced(Completer Completer) : Step
{
    internal override bool Awaits => true;

    internal Await Await => new(LeafKind.Raced, new Outcome(OutcomeKind.Succeeds, 1), InContext: true, Completer);

    public override string ToString() => $"await a race{Completer}";
}

/// <summary>Awaits a foreign awaiter.</summary>
internal sealed record AwaitForeign(ForeignKind Kind, bool IsCritical, Outcome Outcome) : Step
{
    internal override bool Awaits => true;

    internal override bool Captures => false;

    public override string ToString() => $"await {(IsCritical ? "critical " : "")}{Kind} that {Outcome}";
}

/// <summary>Awaits Task.Yield().</summary>
internal sealed record Yield(bool InContext) : Step
{
    internal override bool Awaits => true;

    internal override bool Captures => InContext;

    public override string ToString() => "yield" + Place(InContext);
}

/// <summary>Registers a callback with an operation, by hand.</summary>
internal sealed record Register(LeafKind Kind, Outcome Outcome, bool Flows, bool InContext, bool Throws) : Step
{
    public override string ToString() =>
        $"register {Registration(Flows)} with {Kind} that {Outcome}{Place(InContext)}{(Throws ? ", throwing" : "")}";
}

/// <summary>Registers a callback with an operation that is complete from the start, where there is a scheduling context.</summary>
internal sealed record RegisterCompleted(bool Flows) : Step
{
    public override string ToString() => $"register {Registration(Flows)} with what is complete";
}

/// <summary>Throws.</summary>
internal sealed record Throw(Outcome Outcome) : Step
{
    public override string ToString() => $"throw what {Outcome}";
}

/// <summary>Writes the AsyncLocal, or the one that notifies.</summary>
internal sealed record SetLocal(int Value, bool Notifies = false) : Step
{
    public override string ToString() => $"{(Notifies ? "notifying" : "local")} = {Value}";
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

/// <summary>A step with other steps in it.</summary>
internal abstract record Nested(Step[] Body, Step[]? Second = null, Step[]? Third = null) : Step
{
    internal override bool Awaits => true;
}

/// <summary>Calls a method of the same form, calls and awaits another, and awaits the first.</summary>
internal sealed record Call(Step[] Body, Step[] Meanwhile, bool InContext = true) : Nested(Body, Meanwhile)
{
    internal Step[] Meanwhile => Second!;

    public override string ToString() => $"call {Block(Body)} meanwhile {Block(Meanwhile)}{Place(InContext)}";
}

/// <summary>Calls a method of the same form on a TaskScheduler, and awaits it.</summary>
internal sealed record CallOn(SchedulerKind Scheduler, Step[] Body) : Nested(Body)
{
    public override string ToString() => $"on {Scheduler} {Block(Body)}";
}

/// <summary>Calls a method of the same form, and registers a callback with it by hand.</summary>
internal sealed record CallBack(Step[] Body, bool Flows) : Nested(Body)
{
    internal override bool Awaits => false;

    public override string ToString() => $"{Registration(Flows)} of {Block(Body)}";
}

/// <summary>Calls a method of the same form, and drops it.</summary>
internal sealed record Drop(Step[] Body) : Nested(Body)
{
    internal override bool Awaits => false;

    public override string ToString() => $"drop {Block(Body)}";
}

/// <summary>Try, catch and finally.</summary>
internal sealed record Try(Step[] Body, Step[]? Catch, Step[]? Finally) : Nested(Body, Catch, Finally)
{
    internal Step[]? Catch => Second;

    internal Step[]? Finally => Third;

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

/// <summary>The thread that completes an operation, where others than the driver do.</summary>
/// <param name="Context">The SynchronizationContext that it has.</param>
/// <param name="IsInterrupted">Whether it was interrupted before.</param>
internal readonly record struct Completer(ContextKind Context, bool IsInterrupted)
{
    public override string ToString() =>
        $"{(Context == ContextKind.None ? "" : $" by a thread in {Context}")}{(IsInterrupted ? " that was interrupted" : "")}";
}

internal enum OutcomeKind
{
    Succeeds,
    Fails,
    Cancels,
}

/// <summary>What a program can await. In the program that is compared with, each is an operation of the framework.</summary>
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

    /// <summary>A PooledValueTask made of a pending Task.</summary>
    OwnOfTask,

    /// <summary>The same of a Task that runs its continuations asynchronously.</summary>
    OwnOfAsynchronousTask,

    /// <summary>WaitAsync over a PooledValueTask made of a pending Task, whose token is canceled once the Task is complete.</summary>
    WaitOfTask,

    /// <summary>A pending Task.</summary>
    Task,

    /// <summary>A pending Task that runs its continuations asynchronously.</summary>
    AsynchronousTask,

    /// <summary>A Task that is complete.</summary>
    CompletedTask,

    /// <summary>A ValueTask that is complete.</summary>
    CompletedValueTask,

    /// <summary>A source of the library with a CancellationToken, which is canceled at the same time as it is completed.</summary>
    Raced,
}

/// <summary>The form in which an operation is awaited.</summary>
internal enum Shape
{
    ValueTask,
    Task,
    Pooled,
}

/// <summary>What a foreign awaiter does with the continuation.</summary>
internal enum ForeignKind
{
    /// <summary>Calls it when the driver says so.</summary>
    Late,

    /// <summary>Calls it at once.</summary>
    Inline,

    /// <summary>Throws, and never calls it.</summary>
    Throw,

    /// <summary>Calls it when the driver says so, and again later.</summary>
    LateTwice,

    /// <summary>Calls it at once, at once again, and again later.</summary>
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

    /// <summary>Keeps what is posted until the driver, or a thread of its own, runs it.</summary>
    Queueing,

    /// <summary>Runs what is posted at once; among threads, another one that queues.</summary>
    Inline,

    /// <summary>Runs what is posted at once, without making itself current.</summary>
    InlineUnset,

    /// <summary>The framework's base class, which awaits don't capture.</summary>
    Plain,
}

/// <summary>A TaskScheduler.</summary>
internal enum SchedulerKind
{
    Default,

    /// <summary>Keeps tasks until the driver, or a thread of its own, runs them.</summary>
    Queueing,

    /// <summary>Runs tasks as they are queued; among threads, another one that queues.</summary>
    Inline,
}

/// <summary>A form of async method that runs programs.</summary>
/// <param name="Name">Its return type.</param>
/// <param name="Start">Starts a program.</param>
/// <param name="CompletesTask">Whether the operation that it returns is a Task.</param>
internal sealed record ProgramForm(string Name, Func<Step[], Flow, Root> Start, bool CompletesTask = false)
{
    internal static ProgramForm OfTask { get; } = new("Task<int>", Interpreter_Task.Start, CompletesTask: true);

    internal static ProgramForm OfThePoolingBuilder { get; } = new("the framework's pooling builder", Interpreter_Pooling.Start);

    /// <summary>The other forms of the framework, which await the library's operations too.</summary>
    internal static ProgramForm[] Frameworks { get; } =
    [
        OfTask,
        new("Task", Interpreter_VoidTask.Start, CompletesTask: true),
        new("ValueTask<int>", Interpreter_ValueTask.Start, CompletesTask: true),
        new("ValueTask", Interpreter_VoidValueTask.Start, CompletesTask: true),
    ];

    internal static ProgramForm[] Ours { get; } =
    [
        new("PooledValueTask<int>", Interpreter_PooledValueTask.Start),
        new("PooledValueTask", Interpreter_VoidPooledValueTask.Start),
        new("PooledTask<int>", Interpreter_PooledTask.Start, CompletesTask: true),
        new("PooledTask", Interpreter_VoidPooledTask.Start, CompletesTask: true),
        new("ValueTask<int> with attribute", Interpreter_AttributedValueTask.Start),
        new("ValueTask with attribute", Interpreter_VoidAttributedValueTask.Start),
        new("Task<int> with attribute", Interpreter_AttributedTask.Start, CompletesTask: true),
        new("Task with attribute", Interpreter_VoidAttributedTask.Start, CompletesTask: true),
    ];
}
