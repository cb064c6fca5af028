using System.Collections.Generic;
using System.Linq;
using Mono.Cecil;

namespace PooledAwait.Build;

/// <summary>What was found in an assembly, and done to it.</summary>
public sealed class Redirection
{
    /// <summary>The flag of a method that the runtime suspends, MethodImplAttributes.Async, for which Cecil has no name.</summary>
    private const MethodImplAttributes RuntimeAsync = (MethodImplAttributes)0x2000;

    internal Redirection(ModuleDefinition module, IReadOnlyList<StateMachine> machines, IReadOnlyList<StateMachine> redirected)
    {
        WithoutBuilder = module.GetTypes().Sum(static type => type.Methods.Count(
            static method => (method.ImplAttributes & RuntimeAsync) != 0));
        Redirected = redirected.Count;
        Kept = machines.Count(static machine => machine.IsKept);
        NotUnderstood = machines.Count(static machine => machine.Builder.Form != Forms.None && !machine.IsUnderstood);
        Methods = machines.GroupBy(static machine => machine.Builder.Returns).ToDictionary(
            static group => group.Key, static group => group.Count());
    }

    /// <summary>The async methods that have a builder of the framework, by what they return.</summary>
    public IReadOnlyDictionary<string, int> Methods { get; }

    /// <summary>How many were redirected.</summary>
    public int Redirected { get; }

    /// <summary>How many name their builder by attribute.</summary>
    public int Kept { get; }

    /// <summary>How many have no builder, because they were compiled with runtime-async.</summary>
    public int WithoutBuilder { get; }

    /// <summary>How many use their builder in a way that compilers don't.</summary>
    public int NotUnderstood { get; }

    /// <summary>What could not stay, in sentences.</summary>
    public List<string> Notes { get; } = [];

    /// <summary>The counts as one line.</summary>
    public override string ToString()
    {
        string found = string.Join(", ", Methods.OrderBy(static one => one.Key).Select(static one => $"{one.Value} {one.Key}"));
        return (found.Length == 0 ? "no async methods" : found)
            + (Kept == 0 ? "" : $"; {Kept} keep the builder of their attribute")
            + (WithoutBuilder == 0 ? "" : $"; {WithoutBuilder} are compiled with runtime-async, and have no builder to replace")
            + (NotUnderstood == 0 ? "" : $"; {NotUnderstood} were changed by another tool and stay");
    }
}
