namespace PooledAwait.Build;

/// <summary>The type that a compiler made of an async method. C# and Visual Basic make the same structure: a compiler-generated type that
/// implements IAsyncStateMachine, with its builder in a field, nested beside the method that starts it (the kickoff).</summary>
internal sealed class StateMachine(TypeDefinition type, MethodDefinition? kickoff, FieldDefinition builderField, Builder builder)
{
    internal TypeDefinition Type => type;

    /// <summary>The method that starts it, or null.</summary>
    internal MethodDefinition? Kickoff => kickoff;

    /// <summary>The method, as its source names it.</summary>
    internal string Name => kickoff is null ? NameOf(type) : $"{type.DeclaringType.Name}.{kickoff.Name}";

    /// <summary>The framework's builder of the method, and the field that has it.</summary>
    internal Builder Builder => builder;

    internal FieldDefinition Field => builderField;

    /// <summary>Whether the method names its builder by an attribute, which is how to exclude a method.</summary>
    internal bool IsKept { get; } = !builder.IsPooling && kickoff is not null && Has(kickoff, "AsyncMethodBuilderAttribute");

    /// <summary>Whether every instruction on the builder can be redirected. Compilers emit no others. Code that another tool has rewritten
    /// may contain others, and then stays as it is.</summary>
    internal bool IsUnderstood => kickoff is not null && Uses().All(static use => use.Call is not null);

    /// <summary>The method of a state machine. That is named after its method, "&lt;Method&gt;d__1" or
    /// "VB$StateMachine_1_Method".</summary>
    internal static string NameOf(TypeDefinition type) => $"{type.DeclaringType.Name}.{type.Name.Split('>')[0].TrimStart('<')}";

    /// <summary>Finds the state machines of a module, in the order of its types.</summary>
    internal static IReadOnlyList<StateMachine> FindAll(ModuleDefinition module) =>
    [
        .. from type in module.GetTypes()
           from nested in type.NestedTypes
           where IsStateMachine(nested)
           let machine = TryRead(nested, FindKickoff(type, nested))
           where machine is not null
           select machine,
    ];

    /// <summary>Whether a type is a state machine with a builder of the library, no matter who set it.</summary>
    internal static bool HasOurBuilder(TypeDefinition type) =>
        IsStateMachine(type) && type.Fields.Any(static field => References.IsOurBuilder(field.FieldType));

    /// <summary>Whether a compiler made the type of an async method.</summary>
    internal static bool IsStateMachine(TypeDefinition type) =>
        type.Interfaces.Any(static one => one.InterfaceType.FullName == References.CompilerServices + ".IAsyncStateMachine")
        && IsCompilerGenerated(type);

    /// <summary>C# doesn't repeat the attribute on what is nested in a closure.</summary>
    private static bool IsCompilerGenerated(TypeDefinition? type) =>
        type is not null && (Has(type, "CompilerGeneratedAttribute") || IsCompilerGenerated(type.DeclaringType));

    /// <summary>The method that starts a state machine has it in a local variable. An async iterator has no kickoff: the object that it
    /// returns is the state machine.</summary>
    private static MethodDefinition? FindKickoff(TypeDefinition declaring, TypeDefinition type) =>
        declaring.Methods.FirstOrDefault(method => method.HasBody
            && method.Body.Variables.Any(variable => variable.VariableType.GetElementType() == type));

    /// <summary>Parameters and variables of the user may be builders in fields as well. Only the compiler's is stored as soon as it is
    /// created.</summary>
    internal static StateMachine? TryRead(TypeDefinition type, MethodDefinition? kickoff)
    {
        FieldDefinition? own = type.Fields.FirstOrDefault(field => !field.IsStatic && Builder.Find(field.FieldType) is not null
            && (kickoff is null || kickoff.Body.Instructions.Any(
                one => one.OpCode.Code == Code.Stfld && IsOn(one, type, field)
                    && one.Previous is { OpCode.Code: Code.Call, Operand: MethodReference { Name: "Create" } })));
        return own is null ? null : new(type, kickoff, own, Builder.Find(own.FieldType)!);
    }

    /// <summary>Whether an instruction is on the builder's field.</summary>
    internal bool IsOn(Instruction instruction) => IsOn(instruction, type, builderField);

    private static bool IsOn(Instruction instruction, TypeDefinition type, FieldDefinition field) =>
        instruction.Operand is FieldReference operand && operand.Name == field.Name
        && operand.DeclaringType.GetElementType() == type;

    /// <summary>The instructions on the builder's field in the state machine's own methods, MoveNext and SetStateMachine. Those also have
    /// the user's code; the compiler only takes the field's address, and makes one call of the builder with it. That call is null for any
    /// other instruction.</summary>
    internal IEnumerable<(Instruction Use, Instruction? Call)> Uses() => Model.InstructionsOf(type)
        .Where(IsOn).Select(one => (one, one.OpCode.Code == Code.Ldflda ? FindCall(one) : null));

    /// <summary>Finds the call that takes the address; between the two, compilers load arguments only.</summary>
    private Instruction? FindCall(Instruction address)
    {
        int loaded = 0;
        Instruction? next = address.Next;
        for (; next?.OpCode is { FlowControl: FlowControl.Next, StackBehaviourPop: StackBehaviour.Pop0 or StackBehaviour.Pop1 } code
            && loaded >= 0; next = next.Next)
        {
            loaded += code.StackBehaviourPush == StackBehaviour.Push0 ? 0 : 1;
            loaded -= code.StackBehaviourPop == StackBehaviour.Pop0 ? 0 : 1;
        }

        return next is { OpCode.FlowControl: FlowControl.Call, Operand: MethodReference { HasThis: true } method }
            && method.Parameters.Count == loaded && Builder.Find(method.DeclaringType) == builder
            ? next
            : null;
    }

    private static bool Has(ICustomAttributeProvider provider, string attribute) =>
        provider.CustomAttributes.Any(one => one.AttributeType.FullName == $"{References.CompilerServices}.{attribute}");
}
