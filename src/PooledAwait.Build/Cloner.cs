using System.Text.RegularExpressions;

namespace PooledAwait.Build;

/// <summary>Copies a method, and the state machine that it starts, beside the originals. What they share stays shared: closures, cached
/// delegates, and all other members. Type parameters in a copied body are written as positions, so that the original's do.</summary>
internal sealed class Cloner
{
    /// <summary>Attributes that the copy needs: of tools that read code, of the compiler and of debuggers. Never one of the user's, by
    /// which frameworks find methods.</summary>
    private static readonly HashSet<string> s_attributes =
    [
        "System.Diagnostics.CodeAnalysis", "System.Diagnostics", "System.Runtime.CompilerServices.CompilerGeneratedAttribute",
        "System.Runtime.CompilerServices.IsReadOnlyAttribute", "System.Runtime.CompilerServices.SkipLocalsInitAttribute",
    ];

    /// <summary>Where the number is in a state machine's name: at the end, if an obfuscator chose the name.</summary>
    private static readonly Regex s_number = new(@"(?<=>d)(__\d+)?(?=$|`)|(?<=^VB\$StateMachine)_\d+|$", RegexOptions.CultureInvariant);

    /// <summary>For the state machine and each of its members, the copy.</summary>
    private readonly Dictionary<MemberReference, MemberReference> _members = [];

    /// <summary>Copies a method that the compiler has written, and its state machine if it has one.</summary>
    internal Cloner(MethodDefinition method, TypeDefinition? machine)
    {
        if (machine is not null)
        {
            Machine = DeclareMachine(machine);
        }

        Copy = Declare(
            method,
            method.Name + VariantTypes.Suffix,
            static one => s_attributes.Contains(one.Namespace) || s_attributes.Contains(one.FullName));
        const MethodAttributes Kept = MethodAttributes.Static | MethodAttributes.HideBySig;
        // Generators of proxies may see what is internal, and would implement it in an interface.
        Copy.Attributes = (method.Attributes & Kept)
            | (method.IsPrivate && method.DeclaringType.IsInterface ? MethodAttributes.Private : MethodAttributes.Assembly);
        method.DeclaringType.Methods.Add(Copy);
        CopyBody(method, Copy);
        foreach (MethodDefinition one in machine?.Methods.Where(static one => one.HasBody) ?? [])
        {
            CopyBody(one, Map(one));
        }

        foreach (CustomAttribute attribute in method.CustomAttributes.Where(
            one => machine is not null && one.AttributeType.Name == "AsyncStateMachineAttribute"))
        {
            CustomAttributeArgument type = new(attribute.ConstructorArguments[0].Type, Machine);
            Copy.CustomAttributes.Add(new CustomAttribute(attribute.Constructor) { ConstructorArguments = { type } });
        }
    }

    internal MethodDefinition Copy { get; }

    internal TypeDefinition? Machine { get; }

    /// <summary>Where the instructions of the originals are in the copies.</summary>
    internal Dictionary<Instruction, Instruction> Instructions { get; } = [];

    /// <summary>Copies type parameters with their constraints.</summary>
    internal static void CopyParameters(
        IGenericParameterProvider source, IGenericParameterProvider copy, ModuleDefinition module,
        Func<TypeReference, TypeReference>? map = null)
    {
        foreach (GenericParameter parameter in source.GenericParameters)
        {
            GenericParameter own = new(parameter.Name, copy) { Attributes = parameter.Attributes };
            own.Constraints.AddRange(parameter.Constraints.Select(
                one => new GenericParameterConstraint(map?.Invoke(one.ConstraintType) ?? one.ConstraintType)));
            CopyAnalyses(parameter, own, module);
            copy.GenericParameters.Add(own);
        }
    }

    private TypeDefinition DeclareMachine(TypeDefinition source)
    {
        TypeDefinition copy = new(source.Namespace, FreeName(source), source.Attributes, source.BaseType);
        _members.Add(source, copy);
        CopyParameters(source, copy, source.Module);
        CopyAttributes(source, copy, static _ => true);
        copy.Interfaces.AddRange(source.Interfaces.Select(static one => new InterfaceImplementation(one.InterfaceType)));
        foreach (FieldDefinition field in source.Fields)
        {
            FieldDefinition own = new(field.Name, field.Attributes, field.FieldType);
            copy.Fields.Add(own);
            _members.Add(field, own);
        }

        foreach (MethodDefinition method in source.Methods)
        {
            MethodDefinition own = Declare(method, method.Name, static _ => true);
            own.Overrides.AddRange(method.Overrides);
            copy.Methods.Add(own);
            _members.Add(method, own);
        }

        source.DeclaringType.NestedTypes.Add(copy);
        return copy;
    }

    /// <summary>A name like the compiler's, "&lt;Method&gt;d__5" or "VB$StateMachine_5_Method", with a number that is free: loggers read
    /// the method's name from it. A local function's has none.</summary>
    private static string FreeName(TypeDefinition source)
    {
        HashSet<string> taken = [.. source.DeclaringType.NestedTypes.Select(static type => type.Name)];
        return Enumerable.Range(taken.Count, taken.Count + 1)
            .Select(number => s_number.Replace(source.Name, (source.Name[0] == 'V' ? "_" : "__") + number, 1))
            .First(name => !taken.Contains(name));
    }

    private static void CopyAttributes(
        ICustomAttributeProvider source, ICustomAttributeProvider copy, Func<TypeReference, bool> isCopied) =>
        copy.CustomAttributes.AddRange(source.CustomAttributes.Where(one => isCopied(one.AttributeType)));

    /// <summary>Copies DynamicallyAccessedMembers, which the trimmer wants on everything that passes a type on, and its like. The source
    /// may be another module's.</summary>
    internal static void CopyAnalyses(ICustomAttributeProvider source, ICustomAttributeProvider copy, ModuleDefinition module) =>
        copy.CustomAttributes.AddRange(source.CustomAttributes
            .Where(static one => one.AttributeType.Namespace == "System.Diagnostics.CodeAnalysis")
            .Select(one => new CustomAttribute(module.ImportReference(one.Constructor), one.GetBlob())));

    private static MethodDefinition Declare(MethodDefinition method, string name, Func<TypeReference, bool> isCopied)
    {
        MethodDefinition copy = new(name, method.Attributes & ~MethodAttributes.HasSecurity, method.ReturnType)
        {
            ImplAttributes = method.ImplAttributes,
        };
        CopyParameters(method, copy, method.Module);
        CopyAttributes(method, copy, isCopied);
        foreach (ParameterDefinition parameter in method.Parameters)
        {
            const ParameterAttributes Kept = ParameterAttributes.In | ParameterAttributes.Out;
            ParameterDefinition own = new(parameter.Name, parameter.Attributes & Kept, parameter.ParameterType);
            CopyAnalyses(parameter, own, method.Module);
            copy.Parameters.Add(own);
        }

        return copy;
    }

    private void CopyBody(MethodDefinition method, MethodDefinition copy)
    {
        MethodBody source = method.Body;
        MethodBody body = copy.Body;
        body.InitLocals = source.InitLocals;
        body.MaxStackSize = source.MaxStackSize;
        body.Variables.AddRange(source.Variables.Select(one => new VariableDefinition(Map(one.VariableType))));
        foreach (Instruction one in source.Instructions)
        {
            Instruction own = Instruction.Create(OpCodes.Nop);
            own.OpCode = one.OpCode;
            own.Offset = one.Offset;
            Instructions.Add(one, own);
            body.Instructions.Add(own);
        }

        foreach (Instruction one in source.Instructions)
        {
            Instructions[one].Operand = one.Operand switch
            {
                Instruction target => Instructions[target],
                Instruction[] targets => Array.ConvertAll(targets, target => Instructions[target]),
                VariableDefinition variable => body.Variables[variable.Index],
                ParameterDefinition parameter => parameter.Index < 0 ? body.ThisParameter : copy.Parameters[parameter.Index],
                MemberReference member => Map(member),
                var other => other,
            };
        }

        body.ExceptionHandlers.AddRange(source.ExceptionHandlers.Select(handler => new ExceptionHandler(handler.HandlerType)
        {
            CatchType = handler.CatchType,
            TryStart = Mapped(handler.TryStart),
            TryEnd = Mapped(handler.TryEnd),
            FilterStart = Mapped(handler.FilterStart),
            HandlerStart = Mapped(handler.HandlerStart),
            HandlerEnd = Mapped(handler.HandlerEnd),
        }));
        if (method.Module.HasSymbols)
        {
            CopySymbols(method, copy);
        }

        Instruction? Mapped(Instruction? one) => one is null ? null : Instructions[one];
    }

    /// <summary>A type or member as the copy refers to it: the state machine and its members are the copied ones.</summary>
    internal T Map<T>(T member)
        where T : MemberReference
    {
        MemberReference mapped = (MemberReference)member switch
        {
            _ when _members.TryGetValue(member, out MemberReference? copy) => copy,
            TypeSpecification type => References.Replace(type, Map),
            GenericInstanceMethod method => References.Instantiate(Map(method.ElementMethod), method.GenericArguments.Select(Map)),
            FieldReference { DeclaringType: var type } field when Map(type) is var own && own != type =>
                new FieldReference(field.Name, field.FieldType, own),
            MethodReference { DeclaringType: var type } method when Map(type) is var own && own != type =>
                References.Redeclare(method, method.Name, method.ReturnType, own),
            _ => member,
        };
        return (T)mapped;
    }

    /// <summary>Lines, variables, scopes and stepping. Constants of scopes are left out: Cecil loses their types.</summary>
    private void CopySymbols(MethodDefinition method, MethodDefinition copy)
    {
        MethodDebugInformation source = method.DebugInformation;
        MethodDebugInformation own = copy.DebugInformation;
        Dictionary<int, Instruction> byOffset = method.Body.Instructions.ToDictionary(static one => one.Offset, one => Instructions[one]);
        own.SequencePoints.AddRange(source.SequencePoints.Select(point => new SequencePoint(byOffset[point.Offset], point.Document)
        {
            StartLine = point.StartLine,
            StartColumn = point.StartColumn,
            EndLine = point.EndLine,
            EndColumn = point.EndColumn,
        }));
        own.Scope = source.Scope is null ? null : CopyScope(source.Scope);
        own.StateMachineKickOffMethod = source.StateMachineKickOffMethod is null ? null : Copy;
        foreach (CustomDebugInformation information in source.CustomDebugInformations)
        {
            if (information is AsyncMethodBodyDebugInformation stepping)
            {
                AsyncMethodBodyDebugInformation mapped = At(stepping.CatchHandler) is { } handler ? new(handler) : new();
                mapped.Yields.AddRange(stepping.Yields.Select(one => new InstructionOffset(At(one)!)));
                mapped.Resumes.AddRange(stepping.Resumes.Select(one => new InstructionOffset(At(one)!)));
                mapped.ResumeMethods.AddRange(stepping.ResumeMethods.Select(_ => copy));
                own.CustomDebugInformations.Add(mapped);
            }
            else if (information is StateMachineScopeDebugInformation scopes)
            {
                StateMachineScopeDebugInformation mapped = new();
                mapped.Scopes.AddRange(scopes.Scopes.Select(one => new StateMachineScope(At(one.Start), At(one.End))));
                own.CustomDebugInformations.Add(mapped);
            }
        }

        Instruction? At(InstructionOffset offset) =>
            !offset.IsEndOfMethod && byOffset.TryGetValue(offset.Offset, out Instruction? one) ? one : null;

        ScopeDebugInformation CopyScope(ScopeDebugInformation scope)
        {
            ScopeDebugInformation mapped = new(At(scope.Start), At(scope.End)) { Import = scope.Import };
            mapped.Variables.AddRange(scope.Variables.Select(
                one => new VariableDebugInformation(copy.Body.Variables[one.Index], one.Name) { Attributes = one.Attributes }));
            mapped.Scopes.AddRange(scope.Scopes.Select(CopyScope));
            return mapped;
        }
    }
}
