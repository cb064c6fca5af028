using System.Linq;
using Mono.Cecil;
using Mono.Cecil.Rocks;
using Xunit;

namespace PooledAwait.Schedules;

/// <summary>
/// Every ordered access of the library is decided on: a planted fault shows that it is needed, or the document says why it stays.
/// </summary>
public class AccessTests
{
    private static IEnumerable<(string, string)> Planted =>
        from fault in Accesses.Faults
        from call in fault.Access.Split('+')
        select (fault.Member, call);

    [Fact]
    public void EveryAccess_IsPlantedOrKept_AndNoOther()
    {
        HashSet<(string Member, string Call)> compiled = Compiled();
        IEnumerable<(string, string)> kept =
            from access in Accesses.Kept()
            from call in access.Call is null
                ? compiled.Where(one => one.Member == access.Member).Select(static one => one.Call).DefaultIfEmpty("none")
                : [access.Call]
            select (access.Member, call);
        Assert.Empty(Planted.Intersect(kept));
        Assert.Equal(compiled.Order(), Planted.Concat(kept).Distinct().Order());
    }

    /// <summary>The calls of Atomic, Volatile and Interlocked in the library, except for Atomic's own.</summary>
    private static HashSet<(string Member, string Call)> Compiled()
    {
        using AssemblyDefinition assembly = AssemblyDefinition.ReadAssembly(typeof(AccessTests).Assembly.Location);
        return
        [
            .. from type in assembly.MainModule.GetAllTypes()
               where IsLibrary(type)
               from method in type.Methods
               where method.HasBody
               from instruction in method.Body.Instructions
               let called = instruction.Operand as MethodReference
               where called?.DeclaringType.Name is nameof(Atomic) or nameof(Volatile) or nameof(Interlocked)
               select (Accesses.NameOf(method), called.Name),
        ];
    }

    private static bool IsLibrary(TypeDefinition type)
    {
        while (type.DeclaringType is { } outer)
        {
            type = outer;
        }

        return type.Namespace.StartsWith(nameof(PooledAwait), StringComparison.Ordinal)
            && type.Namespace != typeof(AccessTests).Namespace
            && type.Name != nameof(Atomic);
    }
}
