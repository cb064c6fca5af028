using System;
using System.Collections.Generic;
using System.Linq;
using System.Threading;

namespace PooledAwait.Tests.Oracle;

/// <summary>One running method of a program: what it sees, in its own order. Methods called meanwhile have flows of their own.</summary>
internal sealed class Flow
{
    private readonly List<string> _trace = [];
    private readonly List<Flow> _children = [];
    private readonly Flow _root;
    private int _running;

    internal Flow() => _root = this;

    private Flow(Flow root) => _root = root;

    /// <summary>The method's result, where its return type has none.</summary>
    internal int Result { get; private set; }

    /// <summary>How many methods of the program have begun and not ended; of the root only.</summary>
    internal int Running => Volatile.Read(ref _running);

    internal Flow Child()
    {
        Flow child = new(_root);
        _children.Add(child);
        return child;
    }

    internal void Begin()
    {
        Interlocked.Increment(ref _root._running);
        Log("begin");
    }

    internal int End(int value)
    {
        Log("end");
        Result = value;
        return value;
    }

    /// <summary>The last that the method does, however it ends.</summary>
    internal void Leave() => Interlocked.Decrement(ref _root._running);

    internal void Log(string what) => _trace.Add($"{what}: {Machine.Here}");

    internal void Log(Exception exception) => Log(Describe(exception));

    internal static string Describe(Exception exception) => exception is OperationCanceledException canceled
        ? $"{canceled.GetType().Name} with {Machine.NameOf(canceled.CancellationToken)} \"{canceled.Message}\""
        : $"{exception.GetType().Name} \"{exception.Message}\"";

    internal string Print(string indentation = "") =>
        string.Concat(
            _trace.Select(line => $"{indentation}{line}\n")) + string.Concat(_children.Select(child => child.Print(indentation + "  ")));
}
