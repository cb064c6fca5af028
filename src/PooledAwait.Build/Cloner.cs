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

    private static readonly Regex s_number = new(@"(?<=>)d(__\d+)?(?=$|`)|^VB\$StateMachine_\d+", RegexOptions.CultureInvariant);

    private readonly TypeDefinition? _source;
    private readonly TypeDefinition? _copy;
    private readonly Dictionary<IMemberDefinition, IMemberDefinition> _members = [];

    private Cloner(TypeDefinition? source)
    {
        if (source is null)
        {
            return;
        }

        _source = source;
        _copy = new TypeDefinition(source.Namespace, FreeName(source), source.Attributes, source.BaseType)
        {
            ClassSize = source.ClassSize,
            PackingSize = source.PackingSize,
        };
        CopyParameters(source, _copy);
        CopyAttributes(source, _copy, static _ => true);
        foreach (InterfaceImplementation one in source.Interfaces)
        {
            _copy.Interfaces.Add(new InterfaceImplementation(one.InterfaceType));
        }

        foreach (FieldDefinition field in source.Fields)
        {
            FieldDefinition copy = new(field.Name, field.Attributes, field.FieldType);
            _copy.Fields.Add(copy);
            _members.Add(field, copy);
        }

        foreach (MethodDefinition method in source.Methods)
        {
            MethodDefinition copy = Declare(method, method.Name, static _ => true);
            foreach (MethodReference overridden in method.Overrides)
            {
                copy.Overrides.Add(overridden);
            }

            _copy.Methods.Add(copy);
            _members.Add(method, copy);
        }

        source.DeclaringType.NestedTypes.Add(_copy);
    }

    /// <summary>Where the instructions of the originals are in the copies.</summary>
    internal Dictionary<Instruction, Instruction> Instructions { get; } = [];

    internal MethodDefinition Copy { get; private set; } = null!;

    internal TypeDefinition? Machine => _copy;

    /// <summary>Copies a method under another name.</summary>
    /// <param name="method">The method, as the compiler has written it.</param>
    /// <param name="machine">Its state machine; null if it has none.</param>
    /// <param name="name">The copy's name.</param>
    internal static Cloner Clone(MethodDefinition method, TypeDefinition? machine, string name)
    {
        Cloner cloner = new(machine);
        MethodDefinition copy = Declare(
            method, name, static one => s_attributes.Contains(one.Namespace) || s_attributes.Contains(one.FullName));
        const MethodAttributes Kept = MethodAttributes.Static | MethodAttributes.HideBySig;
        // Generators of proxies may see what is internal, and would implement it in an interface.
        copy.Attributes = (method.Attributes & Kept)
            | (method.IsPrivate && method.DeclaringType.IsInterface ? MethodAttributes.Private : MethodAttributes.Assembly);
        method.DeclaringType.Methods.Add(copy);
        cloner.Copy = copy;
        cloner.CopyBody(method, copy);
        if (machine is not null)
        {
            foreach (MethodDefinition one in machine.Methods.Where(static one => one.HasBody))
            {
                cloner.CopyBody(one, (MethodDefinition)cloner._members[one]);
            }

            foreach (CustomAttribute attribute in method.CustomAttributes.Where(
                static one => one.AttributeType.Name == "AsyncStateMachineAttribute"))
            {
                CustomAttribute own = new(attribute.Constructor);
                own.ConstructorArguments.Add(new CustomAttributeArgument(attribute.ConstructorArguments[0].Type, cloner._copy));
                copy.CustomAttributes.Add(own);
            }
        }

        return cloner;
    }

    /// <summary>A name like the compiler's, "&lt;Method&gt;d__5" or "VB$StateMachine_5_Method", with a number that is free: loggers read
    /// the method's name from it. A local function's has none.</summary>
    private static string FreeName(TypeDefinition source)
    {
        HashSet<string> taken = [.. source.DeclaringType.NestedTypes.Select(static type => type.Name)];
        for (int number = taken.Count; ; number++)
        {
            string name = s_number.Replace(source.Name, (source.Name[0] == '<' ? "d__" : "VB$StateMachine_") + number, 1);
            if (!taken.Contains(name))
            {
                return name;
            }
        }
    }

    private static void Fill<T>(ICollection<T> copy, IEnumerable<T> items)
    {
        foreach (T item in items)
        {
            copy.Add(item);
        }
    }

    private static void CopyAttributes(ICustomAttributeProvider source, ICustomAttributeProvider copy, Func<TypeReference, bool> isCopied)
    {
        foreach (CustomAttribute attribute in source.CustomAttributes.Where(one => isCopied(one.AttributeType)))
        {
            copy.CustomAttributes.Add(attribute);
        }
    }

    /// <summary>Copies type parameters with their constraints.</summary>
    internal static void CopyParameters(
        IGenericParameterProvider source, IGenericParameterProvider copy, Func<TypeReference, TypeReference>? map = null)
    {
        foreach (GenericParameter parameter in source.GenericParameters)
        {
            GenericParameter own = new(parameter.Name, copy) { Attributes = parameter.Attributes };
            foreach (GenericParameterConstraint constraint in parameter.Constraints)
            {
                own.Constraints.Add(new GenericParameterConstraint(map?.Invoke(constraint.ConstraintType) ?? constraint.ConstraintType));
            }

            if (map is null)
            {
                CopyAttributes(parameter, own, IsOfAnalyses);
            }

            copy.GenericParameters.Add(own);
        }
    }

    /// <summary>DynamicallyAccessedMembers, which the trimmer wants on everything that passes a type on.</summary>
    private static bool IsOfAnalyses(TypeReference attribute) => attribute.Namespace == "System.Diagnostics.CodeAnalysis";

    private static MethodDefinition Declare(MethodDefinition method, string name, Func<TypeReference, bool> isCopied)
    {
        MethodDefinition copy = new(name, method.Attributes & ~MethodAttributes.HasSecurity, method.ReturnType)
        {
            HasThis = method.HasThis,
            ExplicitThis = method.ExplicitThis,
            CallingConvention = method.CallingConvention,
            ImplAttributes = method.ImplAttributes,
        };
        CopyParameters(method, copy);
        CopyAttributes(method, copy, isCopied);
        foreach (ParameterDefinition parameter in method.Parameters)
        {
            const ParameterAttributes Kept = ParameterAttributes.In | ParameterAttributes.Out;
            ParameterDefinition own = new(parameter.Name, parameter.Attributes & Kept, parameter.ParameterType);
            CopyAttributes(parameter, own, IsOfAnalyses);
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
        foreach (VariableDefinition variable in source.Variables)
        {
            body.Variables.Add(new VariableDefinition(Map(variable.VariableType)));
        }

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
                FieldReference field => Map(field),
                MethodReference called => Map(called),
                TypeReference type => Map(type),
                object other => other,
                _ => null,
            };
        }

        foreach (ExceptionHandler handler in source.ExceptionHandlers)
        {
            body.ExceptionHandlers.Add(new ExceptionHandler(handler.HandlerType)
            {
                CatchType = handler.CatchType,
                TryStart = Mapped(handler.TryStart),
                TryEnd = Mapped(handler.TryEnd),
                FilterStart = Mapped(handler.FilterStart),
                HandlerStart = Mapped(handler.HandlerStart),
                HandlerEnd = Mapped(handler.HandlerEnd),
            });
        }

        if (method.Module.HasSymbols)
        {
            CopySymbols(method, copy);
        }
    }

    private Instruction? Mapped(Instruction? one) => one is null ? null : Instructions[one];

    private TypeReference Map(TypeReference type) => _source is null ? type : type switch
    {
        GenericInstanceType instance when IsSource(instance.ElementType) =>
            References.Instantiate(_copy!, instance.GenericArguments),
        GenericInstanceType instance when instance.GenericArguments.Any(one => Map(one) != one) =>
            References.Instantiate(instance.ElementType, instance.GenericArguments.Select(Map)),
        ByReferenceType reference when Map(reference.ElementType) is { } element && element != reference.ElementType =>
            new ByReferenceType(element),
        TypeSpecification => type,
        _ => IsSource(type) ? _copy! : type,
    };

    private bool IsSource(TypeReference type) =>
        type == _source || (type is not TypeDefinition && type.FullName == _source!.FullName && type.Scope == _source.Module);

    private FieldReference Map(FieldReference field) =>
        field is FieldDefinition definition ? _members.TryGetValue(definition, out IMemberDefinition? copy) ? (FieldDefinition)copy : field
        : Map(field.DeclaringType) is { } declaring && declaring != field.DeclaringType
            ? new FieldReference(field.Name, field.FieldType, declaring)
        : field;

    private MethodReference Map(MethodReference method)
    {
        if (method is MethodDefinition definition)
        {
            return _members.TryGetValue(definition, out IMemberDefinition? copy) ? (MethodDefinition)copy : method;
        }

        if (method is GenericInstanceMethod instance)
        {
            return instance.GenericArguments.Any(one => Map(one) != one)
                ? References.Instantiate(instance.ElementMethod, instance.GenericArguments.Select(Map))
                : method;
        }

        TypeReference declaring = Map(method.DeclaringType);
        return declaring == method.DeclaringType ? method : References.Redeclare(method, method.Name, method.ReturnType, declaring);
    }

    /// <summary>Lines, variables, scopes and stepping. Constants of scopes are left out: Cecil loses their types.</summary>
    private void CopySymbols(MethodDefinition method, MethodDefinition copy)
    {
        MethodDebugInformation source = method.DebugInformation;
        MethodDebugInformation own = copy.DebugInformation;
        Dictionary<int, Instruction> byOffset = method.Body.Instructions.ToDictionary(
            static one => one.Offset, one => Instructions[one]);
        foreach (SequencePoint point in source.SequencePoints)
        {
            own.SequencePoints.Add(new SequencePoint(byOffset[point.Offset], point.Document)
            {
                StartLine = point.StartLine,
                StartColumn = point.StartColumn,
                EndLine = point.EndLine,
                EndColumn = point.EndColumn,
            });
        }

        own.Scope = source.Scope is null ? null : CopyScope(source.Scope);
        own.StateMachineKickOffMethod = source.StateMachineKickOffMethod is null ? null : Copy;
        foreach (CustomDebugInformation information in source.CustomDebugInformations)
        {
            if (information is AsyncMethodBodyDebugInformation stepping)
            {
                AsyncMethodBodyDebugInformation mapped = At(stepping.CatchHandler) is { } handler ? new(handler) : new();
                Fill(mapped.Yields, stepping.Yields.Select(one => new InstructionOffset(At(one)!)));
                Fill(mapped.Resumes, stepping.Resumes.Select(one => new InstructionOffset(At(one)!)));
                Fill(mapped.ResumeMethods, stepping.ResumeMethods.Select(_ => copy));
                own.CustomDebugInformations.Add(mapped);
            }
            else if (information is StateMachineScopeDebugInformation scopes)
            {
                StateMachineScopeDebugInformation mapped = new();
                Fill(mapped.Scopes, scopes.Scopes.Select(one => new StateMachineScope(At(one.Start), At(one.End))));
                own.CustomDebugInformations.Add(mapped);
            }
        }

        Instruction? At(InstructionOffset offset) =>
            !offset.IsEndOfMethod && byOffset.TryGetValue(offset.Offset, out Instruction? one) ? one : null;

        ScopeDebugInformation CopyScope(ScopeDebugInformation scope)
        {
            ScopeDebugInformation mapped = new(At(scope.Start), At(scope.End)) { Import = scope.Import };
            Fill(mapped.Variables, scope.Variables.Select(one =>
                new VariableDebugInformation(copy.Body.Variables[one.Index], one.Name) { Attributes = one.Attributes }));
            Fill(mapped.Scopes, scope.Scopes.Select(CopyScope));
            return mapped;
        }
    }
}
