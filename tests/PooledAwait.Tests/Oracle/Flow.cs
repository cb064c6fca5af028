namespace PooledAwait.Tests.Oracle;

/// <summary>One running method of a program: what it sees, in its own order. Methods called meanwhile have flows of their own.</summary>
internal sealed class Flow
{
    private readonly List<string> _trace = [];
    private readonly List<Flow> _children = [];
    private readonly string _name;
    private Exception? _failure;

    internal Flow(World world)
        : this(world, "1")
    {
    }

    private Flow(World world, string name)
    {
        World = world;
        _name = name;
    }

    internal World World { get; }

    /// <summary>The method's result, where its return type has none.</summary>
    internal int Result { get; private set; }

    /// <summary>Whether somebody consumes the method's outcome.</summary>
    internal bool IsConsumed { get; set; } = true;

    /// <summary>The errors of this method and those that it called that must be reported because nobody consumes them.</summary>
    internal IEnumerable<ProgramException> Unobserved =>
        _children.SelectMany(static child => child.Unobserved)
            .Concat(!IsConsumed && _failure is ProgramException error ? [error] : []);

    internal Flow Child(bool isConsumed = true)
    {
        Flow child = new(World, $"{_name}.{_children.Count + 1}") { IsConsumed = isConsumed };
        _children.Add(child);
        return child;
    }

    internal void Begin()
    {
        World.Enter();
        Log("begin");
    }

    internal int End(int value)
    {
        Log("end");
        Result = value;
        return value;
    }

    /// <summary>Notes the exception that leaves the method.</summary>
    /// <returns>False: nothing is caught.</returns>
    internal bool Fails(Exception exception)
    {
        _failure = exception;
        return false;
    }

    /// <summary>The last that the method does, however it ends.</summary>
    internal void Leave() => World.Leave();

    internal void Log(string what)
    {
        string entry = World.Observe($"{_name} {what}");
        _trace.Add(entry);
    }

    internal void Log(Exception exception) => Log(World.Describe(exception));

    /// <summary>Takes an operation's outcome in a callback.</summary>
    internal void Take(Action getResult)
    {
        try
        {
            getResult();
            Log("called back");
        }
        catch (Exception exception) when (exception is ProgramException or OperationCanceledException)
        {
            Log("called back with " + World.Describe(exception));
        }
    }

    /// <summary>What this method and those that it called have seen, each in its own order.</summary>
    internal IEnumerable<string> Print() => _trace.Concat(_children.SelectMany(static child => child.Print()));
}

/// <summary>The operation of a program's first method, of any type.</summary>
internal sealed record Root(Func<bool> IsCompleted, Action GetResult, Func<Task> AsTask);

/// <summary>An exception of a program: identified by its number, and found by its serial number when it is reported.</summary>
internal sealed class ProgramException(int id, long serial) : Exception("exception " + id)
{
    internal long Serial => serial;
}
