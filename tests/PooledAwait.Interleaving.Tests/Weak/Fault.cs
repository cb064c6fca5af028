using System.Linq;
using Mono.Cecil;

namespace PooledAwait.Schedules;

/// <summary>
/// An order of docs/memory-ordering.md that a copy of the library is without: ordinary accesses in place of ordered ones.
/// </summary>
/// <param name="Order">The number in the table there.</param>
/// <param name="Member">What has the accesses, by the name that <see cref="Accesses.NameOf"/> gives it.</param>
/// <param name="Access">
/// Read, Write, CompareExchange, Exchange or MemoryBarrier, which is left out; several with a plus sign between them.
/// </param>
/// <param name="Test">The test that finds it, as Class.Method.</param>
/// <param name="IsSplit">Whether an exchange becomes an ordinary read and an ordinary write; else it only loses its fences.</param>
public sealed record Fault(string Order, string Member, string Access, string Test, bool IsSplit = false)
{
    /// <inheritdoc/>
    public override string ToString() => $"{Order}: {(IsSplit ? "split" : "plain")} {Access} in {Member}";

    /// <summary>Whether a call is one of the accesses.</summary>
    internal bool Changes(MethodDefinition method, MethodReference called) =>
        Access.Split('+').Contains(called.Name) && Member == Accesses.NameOf(method);
}
