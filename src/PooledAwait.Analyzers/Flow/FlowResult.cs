using System.Collections.Generic;
using Microsoft.CodeAnalysis;

namespace PooledAwait.Analyzers.Flow;

/// <summary>A use of an operation whose result was taken before.</summary>
internal readonly struct Reuse(IOperation use, IOperation first, string variable, bool always)
{
    public IOperation Use { get; } = use;

    /// <summary>Where it was consumed before; in a loop this may be the same code.</summary>
    public IOperation First { get; } = first;

    public string Variable { get; } = variable;

    /// <summary>Whether it is so on every path that leads there.</summary>
    public bool Always { get; } = always;
}

/// <summary>A variable's operation, and the code it is about.</summary>
internal readonly struct VariableUse(IOperation operation, string variable)
{
    public IOperation Operation { get; } = operation;

    public string Variable { get; } = variable;
}

/// <summary>The findings along the variables of a method and of the functions in it.</summary>
internal sealed class FlowResult
{
    public List<Reuse> Reuses { get; } = [];

    /// <summary>A thread waits for an operation that may be pending.</summary>
    public List<VariableUse> Blocking { get; } = [];

    /// <summary>An operation was started and kept in a local, and nothing ever takes its result.</summary>
    public List<VariableUse> NotConsumed { get; } = [];
}
