using System;
using Mono.Cecil;

namespace PooledAwait.Schedules;

/// <summary>
/// An order of docs/memory-ordering.md that a copy of the library is without: an ordinary access in place of the ordered one.
/// </summary>
/// <param name="Order">The number in the table there, with a letter if it has several accesses.</param>
/// <param name="Member">The method with the access, as Type.Method, without type arguments.</param>
/// <param name="Access">Read, Write, CompareExchange, Exchange or MemoryBarrier, which is left out.</param>
/// <param name="Test">The test that finds it, as Class.Method.</param>
public sealed record Fault(string Order, string Member, string Access, string Test)
{
    /// <inheritdoc/>
    public override string ToString() => $"{Order}: plain {Access} in {Member}";

    /// <summary>Whether a call is the access.</summary>
    internal bool Changes(MethodDefinition method, MethodReference called)
    {
        // The body of an async method is that of its state machine, <Method>d__1.MoveNext.
        TypeDefinition type = method.DeclaringType;
        string name = method.Name;
        if (type.Name.StartsWith('<') && type.DeclaringType is { } outer)
        {
            name = type.Name[1..type.Name.IndexOf('>', StringComparison.Ordinal)];
            type = outer;
        }

        int arity = type.Name.IndexOf('`', StringComparison.Ordinal);
        return called.Name == Access && Member == $"{(arity < 0 ? type.Name : type.Name[..arity])}.{name}";
    }
}
