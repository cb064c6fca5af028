using System.Collections.Generic;
using Microsoft.CodeAnalysis;

namespace PooledAwait.Analyzers.Flow;

/// <summary>Something that a block of a method does with a variable that holds an operation.</summary>
internal enum FlowEventKind
{
    /// <summary>The variable is given an operation that has just been started.</summary>
    Create,

    /// <summary>The variable is given another variable's operation.</summary>
    Alias,

    /// <summary>The variable is given something that is not followed.</summary>
    Unknown,

    /// <summary>The variable, a nullable, is given null.</summary>
    Null,

    /// <summary>The operation is awaited, returned, forgotten or passed on.</summary>
    Consume,

    /// <summary>As before, and the thread waits if it is pending.</summary>
    Block,

    /// <summary>The code checks whether it is complete.</summary>
    Inspect,

    /// <summary>It is completed here, by its source.</summary>
    Complete,

    /// <summary>The operation goes where it can't be followed: a field, a collection, an object.</summary>
    Escape,

    /// <summary>A local or a parameter changes that conditions depend on.</summary>
    Change,
}

internal sealed class FlowEvent(FlowEventKind kind, int variable, IOperation operation)
{
    public FlowEventKind Kind { get; } = kind;

    public int Variable { get; } = variable;

    /// <summary>The code that does it.</summary>
    public IOperation Operation { get; } = operation;

    /// <summary>For <see cref="FlowEventKind.Alias"/>: the other variable.</summary>
    public int Source { get; set; }

    /// <summary>For <see cref="FlowEventKind.Alias"/>: whether null stays null, and does not become the default of the value.</summary>
    public bool CanBeNull { get; set; }

    /// <summary>For <see cref="FlowEventKind.Create"/>: the operation's number. For consuming: the event's number.</summary>
    public int Number { get; set; }

    /// <summary>For <see cref="FlowEventKind.Change"/>: the conditions that become unknown.</summary>
    public List<int>? Conditions { get; set; }

    /// <summary>For <see cref="FlowEventKind.Change"/>: the constant that is assigned; null for any other value.</summary>
    public object? Constant { get; set; }
}
