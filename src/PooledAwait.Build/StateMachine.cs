namespace PooledAwait.Build;

/// <summary>The type that a compiler made of an async method. C# and Visual Basic make the same structure: a compiler-generated type that
/// implements IAsyncStateMachine, with its builder in a field, nested beside the method that starts it (the kickoff).</summary>
internal sealed class StateMachine
{
    private const string CompilerServices = "System.Runtime.CompilerServices.";

    private readonly FieldDefinition _field;

    private StateMachine(TypeDefinition type, MethodDefinition? kickoff, FieldDefinition field, Builder builder)
    {
        Type = type;
        Kickoff = kickoff;
        _field = field;
        Builder = builder;
        IsKept = !builder.IsPooling && kickoff is not null && Has(kickoff, "AsyncMethodBuilderAttribute");
        IsUnderstood = kickoff is not null && OwnMethods().All(method => Calls(method, null));
    }

    internal TypeDefinition Type { get; }

    /// <summary>The method that starts it, or null.</summary>
    internal MethodDefinition? Kickoff { get; }

    /// <summary>The method, as its source names it.</summary>
    internal string Name => Kickoff is { } kickoff ? $"{Type.DeclaringType.Name}.{kickoff.Name}" : NameOf(Type);

    /// <summary>The framework's builder of the method.</summary>
    internal Builder Builder { get; }

    /// <summary>Whether the method names its builder by an attribute, which is how to exclude a method.</summary>
    internal bool IsKept { get; }

    /// <summary>Whether every instruction on the builder can be redirected. Compilers emit no others. Code that another tool has rewritten
    /// may contain others, and then stays as it is.</summary>
    internal bool IsUnderstood { get; }

    /// <summary>The method of a state machine. That is named after its method, "&lt;Method&gt;d__1" or
    /// "VB$StateMachine_1_Method".</summary>
    internal static string NameOf(TypeDefinition type) => $"{type.DeclaringType.Name}.{type.Name.Split('>')[0].TrimStart('<')}";

    /// <summary>Finds the state machines of a module, in the order of its types.</summary>
    internal static IReadOnlyList<StateMachine> FindAll(ModuleDefinition module) =>
    [
        .. from type in module.GetTypes()
           where type.HasNestedTypes
           from nested in type.NestedTypes
           where IsStateMachine(nested)
           let machine = TryRead(nested, FindKickoff(type, nested))
           where machine is not null
           select machine,
    ];

    /// <summary>Reads the copy of a state machine.</summary>
    internal static StateMachine Read(TypeDefinition type, MethodDefinition kickoff) => TryRead(type, kickoff)!;

    /// <summary>Redirects the field and all that refers to its builder.</summary>
    internal void Redirect(References references)
    {
        foreach (MethodDefinition method in OwnMethods())
        {
            Calls(method, references);
        }

        // The compiler wrote the kickoff's body, so all its calls on builders, and its variables, belong to this builder. Fields may not:
        // the body copies parameters, which may be a user's builders.
        foreach (VariableDefinition variable in Kickoff!.Body.Variables)
        {
            variable.VariableType = references.Redirect(variable.VariableType);
        }

        foreach (Instruction instruction in Kickoff.Body.Instructions)
        {
            if (instruction.Operand is not FieldReference || IsOn(instruction, Type, _field))
            {
                Redirect(instruction, references);
            }
        }

        _field.FieldType = references.Redirect(_field.FieldType);
    }

    /// <summary>Whether a type is a state machine with a builder of the library, no matter who set it.</summary>
    internal static bool HasOurBuilder(TypeDefinition type) =>
        IsStateMachine(type) && type.Fields.Any(static field => References.IsOurBuilder(field.FieldType));

    /// <summary>Whether a compiler made the type of an async method.</summary>
    internal static bool IsStateMachine(TypeDefinition type) =>
        type.HasInterfaces
        && type.Interfaces.Any(static one => one.InterfaceType.FullName == CompilerServices + "IAsyncStateMachine")
        && IsCompilerGenerated(type);

    /// <summary>C# doesn't repeat the attribute on what is nested in a closure.</summary>
    private static bool IsCompilerGenerated(TypeDefinition? type) =>
        type is not null && (Has(type, "CompilerGeneratedAttribute") || IsCompilerGenerated(type.DeclaringType));

    /// <summary>The method that starts a state machine has it in a local variable. An async iterator has no kickoff: the object that it
    /// returns is the state machine.</summary>
    private static MethodDefinition? FindKickoff(TypeDefinition declaring, TypeDefinition type) =>
        declaring.Methods.FirstOrDefault(method => method.HasBody && method.Body.HasVariables
            && method.Body.Variables.Any(variable => variable.VariableType.GetElementType().FullName == type.FullName));

    private static StateMachine? TryRead(TypeDefinition type, MethodDefinition? kickoff)
    {
        FieldDefinition? own = type.Fields.FirstOrDefault(field =>
            !field.IsStatic && References.IsBuilder(field.FieldType) && (kickoff is null || IsCreated(kickoff, type, field)));
        return own is null ? null : new(type, kickoff, own, Builder.Find(own.FieldType.GetElementType().FullName)!);
    }

    /// <summary>Parameters and variables of the user may be builders in fields as well. Only the compiler's is stored as soon as it is
    /// created.</summary>
    private static bool IsCreated(MethodDefinition kickoff, TypeDefinition type, FieldDefinition field) =>
        kickoff.Body.Instructions.Any(instruction =>
            instruction.OpCode.Code == Code.Stfld && IsOn(instruction, type, field)
            && instruction.Previous is { OpCode.Code: Code.Call, Operand: MethodReference { Name: "Create" } });

    private static bool IsOn(Instruction instruction, TypeDefinition type, FieldDefinition field) =>
        instruction.Operand is FieldReference operand && operand.Name == field.Name
        && operand.DeclaringType.GetElementType().FullName == type.FullName;

    /// <summary>The methods of the state machine itself: MoveNext and SetStateMachine.</summary>
    private IEnumerable<MethodDefinition> OwnMethods() => Type.Methods.Where(static method => method.HasBody);

    /// <summary>Visits the calls on the builder's field, the compiler's only calls in a method that also has the user's code. Redirects
    /// them, or only looks if <paramref name="references"/> is null. Returns whether each use of the field is the address on which one call
    /// of the builder is made.</summary>
    private bool Calls(MethodDefinition method, References? references)
    {
        foreach (Instruction instruction in method.Body.Instructions)
        {
            if (!IsOn(instruction, Type, _field))
            {
                continue;
            }

            if (instruction.OpCode.Code != Code.Ldflda || FindCall(instruction) is not { } call)
            {
                return false;
            }

            if (references is not null)
            {
                Redirect(instruction, references);
                Redirect(call, references);
            }
        }

        return true;
    }

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
            && method.Parameters.Count == loaded && Builder.Find(method.DeclaringType.GetElementType().FullName) == Builder
            ? next
            : null;
    }

    private static void Redirect(Instruction instruction, References references)
    {
        switch (instruction.Operand)
        {
            case MethodReference method:
                instruction.Operand = references.Redirect(method);
                break;
            case FieldDefinition:
                // The field's type is set once, together with the state machine's.
                break;
            case FieldReference field:
                field.FieldType = references.Redirect(field.FieldType);
                break;
            case TypeReference type:
                // `initobj`, where a compiler clears a builder.
                instruction.Operand = references.Redirect(type);
                break;
        }
    }

    private static bool Has(ICustomAttributeProvider provider, string attribute) =>
        provider.HasCustomAttributes
        && provider.CustomAttributes.Any(one => one.AttributeType.FullName == CompilerServices + attribute);
}
