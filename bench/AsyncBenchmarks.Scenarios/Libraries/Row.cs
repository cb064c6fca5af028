namespace AsyncBenchmarks.Libraries;

/// <summary>
/// A row of the tables: a library, used in one way, and for each scenario its workload or the reason why it has none. A row
/// can't do the work of the members that it doesn't override; a library that was not found can do nothing. A new kind of scenario is a
/// new method here.
/// </summary>
internal abstract class Row(Library library, params YieldCategory[] standsFor)
{
    private static readonly Dictionary<string, string> s_nothing = [];

    public Library Library => library;

    public string Name => library.Name;

    public IReadOnlyList<YieldCategory> StandsFor => standsFor;

    /// <summary>The scenarios that have this row; null for all.</summary>
    public IReadOnlyList<string>? OnlyIn { get; init; }

    public IReadOnlyDictionary<string, string> Environment { get; init; } = s_nothing;

    /// <summary>Sets up the process before this row's work is made; null where nothing is set up.</summary>
    public virtual Action? Configure => null;

    /// <summary>Whether the others are compared with it, in tables that have no such row before it.</summary>
    public bool IsBaseline { get; init; }

    /// <summary>Why the row has no work where it overrides nothing.</summary>
    protected virtual string Otherwise => Name + " has nothing of the kind.";

    protected Availability Nothing => Availability.No(library.NotFound ?? Otherwise);

    /// <summary>Seven nested async methods.</summary>
    /// <param name="pending">Whether the base operations are completed from outside.</param>
    public virtual Availability AsyncAwait(bool pending) => Nothing;

    /// <summary>The same graph with continuation methods.</summary>
    /// <param name="pending">Whether the base operations are completed from outside.</param>
    public virtual Availability ContinueWith(bool pending) => Nothing;

    /// <summary>Operations that suspend twice.</summary>
    public virtual Availability Yield(YieldCategory category) => Nothing;

    public virtual Availability WhenAll(int inputs) => Nothing;

    public virtual Availability WhenAny(int inputs) => Nothing;

    public virtual Availability WaitAsync(WaitLimit limit) => Nothing;

    /// <summary>Very many operations with a limit.</summary>
    public virtual Availability Limited(WaitLimit limit, int pending) => Nothing;

    /// <summary>
    /// Waiting on a lock, a semaphore or an event; null where the row is not in the table. Rows that name their tables are in it also where
    /// their library was not found.
    /// </summary>
    public virtual Availability? Coordination(CoordinationWork work) => OnlyIn is null ? null : Nothing;

    /// <summary>Passing items through a channel; null where the row is not in the table.</summary>
    public virtual Availability? Channel(ChannelShape shape) => null;

    public virtual Availability Rounds(RoundsWork work) => Nothing;

    /// <summary>Awaiting an async method of another kind; null where the row is not in the table.</summary>
    public virtual Availability? Border(Crossing crossing) => null;

    /// <summary>A client of a real server, with so many callers; null where the row is not in the table.</summary>
    public virtual Availability? Redis(int callers) => null;

    /// <summary>Commands of a real database; null where the row is not in the table.</summary>
    public virtual Availability? PostgreSql(PostgreSqlWork work) => null;

    /// <summary>A program that serves others; null where the row is not in the table.</summary>
    public virtual Availability? Services(ServedProgram program) => null;

    /// <summary>The scenarios that do more with operations than await them one after the other.</summary>
    public virtual Availability Operations(OperationsWork work) => Nothing;
}
