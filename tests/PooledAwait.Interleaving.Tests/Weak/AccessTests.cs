using System.Linq;
using Mono.Cecil;
using Mono.Cecil.Cil;
using Mono.Cecil.Rocks;

namespace PooledAwait.Schedules;

/// <summary>
/// Every ordered access of the library is decided on: a planted fault shows that it is needed, or the document says why it stays. And the
/// document lists every method that writes the state word.
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

    [Fact]
    public void EveryWriterOfTheStateWord_IsListed_AndNoOther() =>
        Assert.Equal(Find(StateWordWriters).Distinct().Order(), Accesses.StateWordWriters().Order());

    /// <summary>The calls of Atomic, Volatile and Interlocked in the library, except for Atomic's own.</summary>
    private static HashSet<(string Member, string Call)> Compiled() => [.. Find(OrderedAccesses)];

    private static IEnumerable<(string Member, string Call)> OrderedAccesses(MethodDefinition method) =>
        from instruction in method.Body.Instructions
        let called = instruction.Operand as MethodReference
        where called?.DeclaringType.Name is nameof(Atomic) or nameof(Volatile) or nameof(Interlocked)
        select (Accesses.NameOf(method), called.Name);

    /// <summary>What a method does to the state word, except for reading it. Atomic's calls have their name only; others have their
    /// type's name, too, which the document's table doesn't know.</summary>
    private static IEnumerable<(string Member, string Call)> StateWordWriters(MethodDefinition method) =>
        from instruction in method.Body.Instructions
        where instruction.Operand is FieldReference { Name: "_word", DeclaringType.Name: nameof(Operation) }
            && instruction.OpCode != OpCodes.Ldfld
        let write = instruction.OpCode == OpCodes.Stfld ? (method.IsConstructor ? "constructor" : "plain store") : TakerOf(instruction)
        where write != nameof(Atomic.Read)
        select (Accesses.NameOf(method), write);

    /// <summary>The call to which an address is passed: the next one with a first parameter by reference.</summary>
    private static string TakerOf(Instruction address)
    {
        for (Instruction? next = address.Next; next is not null; next = next.Next)
        {
            if (next.Operand is MethodReference { Parameters: [{ ParameterType.IsByReference: true }, ..] } called)
            {
                return called.DeclaringType.Name == nameof(Atomic) ? called.Name : called.FullName;
            }
        }

        return "address";
    }

    private static IEnumerable<(string Member, string Call)> Find(
        Func<MethodDefinition, IEnumerable<(string Member, string Call)>> find)
    {
        using AssemblyDefinition assembly = AssemblyDefinition.ReadAssembly(typeof(AccessTests).Assembly.Location);
        return
        [
            .. from type in assembly.MainModule.GetAllTypes()
               where IsLibrary(type)
               from method in type.Methods
               where method.HasBody
               from access in find(method)
               select access,
        ];
    }

    private static bool IsLibrary(TypeDefinition type)
    {
        type = Weaver.Outermost(type);
        return type.Namespace.StartsWith(nameof(PooledAwait), StringComparison.Ordinal)
            && type.Namespace != typeof(AccessTests).Namespace
            && type.Name != nameof(Atomic);
    }
}
