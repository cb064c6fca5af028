using Mono.Cecil;

namespace PooledAwait.Build.Tests;

/// <summary>The types of a module and of what it refers to: which fit where, and which members they have (ECMA-335, I.8.7 and
/// II.9).</summary>
internal sealed class IlTypes
{
    private static readonly Dictionary<string, (string Stack, string Memory)> s_numbers = new()
    {
        ["System.Boolean"] = ("Int32", "SByte"),
        ["System.SByte"] = ("Int32", "SByte"),
        ["System.Byte"] = ("Int32", "SByte"),
        ["System.Char"] = ("Int32", "Int16"),
        ["System.Int16"] = ("Int32", "Int16"),
        ["System.UInt16"] = ("Int32", "Int16"),
        ["System.Int32"] = ("Int32", "Int32"),
        ["System.UInt32"] = ("Int32", "Int32"),
        ["System.Int64"] = ("Int64", "Int64"),
        ["System.UInt64"] = ("Int64", "Int64"),
        ["System.IntPtr"] = ("IntPtr", "IntPtr"),
        ["System.UIntPtr"] = ("IntPtr", "IntPtr"),
        ["System.Single"] = ("Double", "Single"),
        ["System.Double"] = ("Double", "Double"),
    };

    private readonly ModuleDefinition _module;
    private readonly Dictionary<(IlKind Kind, object? Data, IlType? First, IlType? Second), IlType> _all = [];
    private readonly Dictionary<TypeReference, IlType> _converted = [];
    private readonly Dictionary<string, IlType> _core = [];
    private readonly Dictionary<TypeDefinition, ILookup<string, MethodDefinition>> _methods = [];

    internal IlTypes(ModuleDefinition module)
    {
        _module = module;
        Any = Get(IlKind.Any, null);
        Null = Get(IlKind.Null, null);
        Object = Of(module.TypeSystem.Object);
        Int32 = Of(module.TypeSystem.Int32);
        Int64 = Of(module.TypeSystem.Int64);
        IntPtr = Of(module.TypeSystem.IntPtr);
        Double = Of(module.TypeSystem.Double);
        Void = Of(module.TypeSystem.Void);
    }

    internal IlType Any { get; }

    internal IlType Null { get; }

    internal IlType Object { get; }

    internal IlType Int32 { get; }

    internal IlType Int64 { get; }

    internal IlType IntPtr { get; }

    internal IlType Double { get; }

    internal IlType Void { get; }

    /// <summary>The method, or else the type, whose parameters stand in types without an owner.</summary>
    internal IGenericParameterProvider? Scope { get; set; }

    /// <summary>A type of the core library.</summary>
    internal IlType Core(string name)
    {
        if (!_core.TryGetValue(name, out IlType? type))
        {
            type = Of(new TypeReference("System", name, _module, _module.TypeSystem.CoreLibrary));
            _core.Add(name, type);
        }

        return type;
    }

    internal IlType Get(IlKind kind, object? data, params IlType[] parts)
    {
        // A key has room for two types, so that the arguments are a list.
        IlType? first = parts.Length > 0 ? parts[0] : null;
        IlType? second = parts.Length == 2 ? parts[1] : null;
        if (parts.Length > 2)
        {
            first = parts.Skip(1).Aggregate(parts[0], (list, part) => Get(IlKind.List, null, list, part));
            second = first;
        }

        if (!_all.TryGetValue((kind, data, first, second), out IlType? type))
        {
            type = new(kind, data, parts);
            _all.Add((kind, data, first, second), type);
        }

        return type;
    }

    /// <summary>A type as signatures name it. Parameters are those of the member's owner, and stay.</summary>
    internal IlType Of(TypeReference reference)
    {
        switch (reference)
        {
            case GenericParameter parameter:
                return Get(parameter.Type == GenericParameterType.Type ? IlKind.Var : IlKind.MVar, parameter.Position);
            case GenericInstanceType instance:
                return Get(IlKind.Named, Of(instance.ElementType).Data, [.. instance.GenericArguments.Select(Of)]);
            case ArrayType array:
                return array.IsVector
                    ? Get(IlKind.Vector, null, Of(array.ElementType))
                    : Get(IlKind.Array, array.Rank, Of(array.ElementType));
            case ByReferenceType byRef:
                return Get(IlKind.ByRef, null, Of(byRef.ElementType));
            case PointerType pointer:
                return Get(IlKind.Pointer, null, Of(pointer.ElementType));
            case FunctionPointerType function:
                return Get(
                    IlKind.Pointer, function.CallingConvention,
                    Of(function.Parameters.Select(static one => one.ParameterType).Prepend(function.ReturnType)));
            case IModifierType modifier:
                return Get(IlKind.Modified, reference is RequiredModifierType, Of(modifier.ElementType), Of(modifier.ModifierType));
            case TypeSpecification other:
                return Of(other.ElementType);
        }

        if (!_converted.TryGetValue(reference, out IlType? type))
        {
            TypeDefinition? definition = reference as TypeDefinition ?? reference.Resolve();
            type = definition is not null
                ? Get(IlKind.Named, definition, [.. definition.GenericParameters.Select(Of)])
                : HasAssembly(reference) ? Get(IlKind.Named, reference.FullName)
                : Get(IlKind.Any, null);
            _converted.Add(reference, type);
        }

        return type;
    }

    internal IlType[] Of(IEnumerable<TypeReference> references) => [.. references.Select(Of)];

    internal IlType Replace(IlType type, IlType[] types, IlType[] methods) => !type.HasParameters ? type : type.Kind switch
    {
        IlKind.Var => (int)type.Data! < types.Length ? types[(int)type.Data] : type,
        IlKind.MVar => (int)type.Data! < methods.Length ? methods[(int)type.Data] : type,
        _ => Get(type.Kind, type.Data, [.. type.Parts.Select(part => Replace(part, types, methods))]),
    };

    /// <summary>Without modifiers.</summary>
    internal IlType Plain(IlType type) => type.Plain ??=
        type.Kind == IlKind.Modified ? Plain(type.Element)
        : type.Parts.Length == 0 || type.Kind == IlKind.Union ? type
        : Get(type.Kind, type.Data, [.. type.Parts.Select(Plain)]);

    /// <summary>What a value of a type is on the stack.</summary>
    internal IlType OnStack(IlType type) => type.OnStack ??= Number(Plain(type), isStack: true);

    /// <summary>What a location of a type holds: an enum is its number, and signs don't matter.</summary>
    internal IlType InMemory(IlType type) => type.InMemory ??= Number(Plain(type), isStack: false);

    internal bool IsReference(IlType type) => type.Kind switch
    {
        IlKind.Named => type.Definition is not { IsValueType: true },
        IlKind.Var or IlKind.MVar => Parameter(type) is { } parameter
            && (parameter.HasReferenceTypeConstraint || Constraints(parameter).Any(one => one.IsParameter
                ? IsReference(one)
                : one.Definition is { IsInterface: false } definition
                    && definition.FullName is not ("System.Object" or "System.ValueType" or "System.Enum"))),
        IlKind.Any or IlKind.Null or IlKind.Boxed or IlKind.Union or IlKind.Vector or IlKind.Array => true,
        _ => false,
    };

    /// <summary>Whether a value on the stack may be stored as a type.</summary>
    internal bool Fits(IlType from, IlType to)
    {
        to = Plain(to);
        from = OnStack(from);
        if (from == to || IsUnknown(from) || IsUnknown(to))
        {
            return true;
        }

        IlType stacked = OnStack(to);
        return from == stacked
            // Pointers are not followed: compilers and Unsafe make references of them, and the other way round.
            || (stacked == IntPtr && (from == Int32 || from.Kind is IlKind.ByRef or IlKind.Method))
            || (to.Kind == IlKind.ByRef
                && (from == IntPtr || (from.Kind == IlKind.ByRef && InMemory(from.Element) == InMemory(to.Element))))
            || (IsReference(to) && !to.IsParameter && !from.IsParameter && IsSubtype(from, to))
            || (from == Null && IsReference(to));
    }

    /// <summary>Whether a reference to one type is one to another.</summary>
    internal bool IsSubtype(IlType from, IlType to)
    {
        if (from == to || from == Null || to == Object || IsUnknown(from) || IsUnknown(to))
        {
            return from == to || from == Null || IsUnknown(from) || IsUnknown(to) || IsReference(from);
        }

        switch (from.Kind)
        {
            case IlKind.Union:
                return from.Parts.All(part => IsSubtype(part, to));
            case IlKind.Boxed when from.Element.IsParameter:
                return from.Element == to
                    || Constraints(Parameter(from.Element)).Any(one => IsSubtype(one.IsParameter ? Get(IlKind.Boxed, null, one) : one, to));
            case IlKind.Boxed:
                return IsNamedSubtype(from.Element, to);
            case IlKind.Var or IlKind.MVar:
                return IsReference(from) && IsSubtype(Get(IlKind.Boxed, null, from), to);
            case IlKind.Vector or IlKind.Array when to.Kind == from.Kind:
                return Equals(from.Data, to.Data) && IsElement(from.Element, to.Element);
            case IlKind.Vector or IlKind.Array:
                return IsSubtype(Core("Array"), to)
                    || (from.Kind == IlKind.Vector && to.Definition is { IsInterface: true } && to.Parts.Length == 1
                        && to.Definition.Namespace == "System.Collections.Generic"
                        && to.Definition.Name is "IList`1" or "ICollection`1" or "IEnumerable`1" or "IReadOnlyList`1"
                            or "IReadOnlyCollection`1"
                        && IsElement(from.Element, to.Element));
            case IlKind.Named when !from.IsStruct:
                return IsNamedSubtype(from, to);
            default:
                return false;
        }
    }

    /// <summary>Whether elements, parameters of delegates and their results may be taken for those of another type.</summary>
    internal bool IsElement(IlType from, IlType to) =>
        InMemory(from) == InMemory(to) || IsUnknown(from) || IsUnknown(to)
        || (IsReference(from) && IsSubtype(Plain(from), Plain(to)));

    internal IlType? Base(IlType type) => type.Base ??=
        type.Definition?.BaseType is { } reference ? Replace(Of(reference), type.Parts, []) : null;

    /// <summary>All interfaces of a type, those of its base types and of other interfaces included.</summary>
    internal IlType[] Interfaces(IlType type) => type.Interfaces ??= type.Definition is not { } definition ? [] :
    [
        .. definition.Interfaces.Select(one => Replace(Of(one.InterfaceType), type.Parts, []))
            .SelectMany(one => Interfaces(one).Prepend(one))
            .Concat(Base(type) is { } super ? Interfaces(super) : []).Distinct(),
    ];

    /// <summary>Replaces what a reference names.</summary>
    internal IlMember Find(MethodReference reference)
    {
        MethodReference element = reference.GetElementMethod();
        IlType owner = Plain(Of(reference.DeclaringType));
        IlType[] arguments = reference is GenericInstanceMethod instance ? Of(instance.GenericArguments) : [];
        IlType result = Of(element.ReturnType);
        IlType[] parameters = Of(element.Parameters.Select(static one => one.ParameterType));
        MethodDefinition? definition = element as MethodDefinition;
        IlType? open = owner.Definition is { } type ? Get(IlKind.Named, type, Of(type.GenericParameters)) : null;
        for (IlType? one = open; definition is null && one is not null; one = Base(one))
        {
            definition = Methods(one)[element.Name].FirstOrDefault(candidate => IsSame(candidate, one, element, result, parameters));
        }

        return new(
            element.Name, definition, owner, element.HasThis, Replace(result, owner.Parts, arguments),
            [.. parameters.Select(one => Replace(one, owner.Parts, arguments))], arguments)
        {
            IsMissing = definition is null && owner.Definition is not null && !HasUnknownBase(owner),
        };
    }

    internal IlMember Find(FieldReference reference)
    {
        IlType owner = Plain(Of(reference.DeclaringType));
        IlType type = Of(reference.FieldType);
        FieldDefinition? definition = reference as FieldDefinition;
        IlType? open = owner.Definition is { } declaring ? Get(IlKind.Named, declaring, Of(declaring.GenericParameters)) : null;
        for (IlType? one = open; definition is null && one is not null; one = Base(one))
        {
            definition = one.Definition?.Fields.FirstOrDefault(
                field => field.Name == reference.Name && Replace(Of(field.FieldType), one.Parts, []) == type);
        }

        return new(reference.Name, definition, owner, definition is { IsStatic: false }, Replace(type, owner.Parts, []), [], [])
        {
            IsMissing = definition is null && owner.Definition is not null && !HasUnknownBase(owner),
        };
    }

    internal ILookup<string, MethodDefinition> Methods(IlType type)
    {
        if (type.Definition is not { } definition)
        {
            return Enumerable.Empty<MethodDefinition>().ToLookup(static one => one.Name);
        }

        if (!_methods.TryGetValue(definition, out ILookup<string, MethodDefinition>? methods))
        {
            methods = definition.Methods.ToLookup(static one => one.Name);
            _methods.Add(definition, methods);
        }

        return methods;
    }

    /// <summary>Whether a method of a type has a signature; the parameters of both are those of one owner.</summary>
    internal bool IsSame(MethodDefinition candidate, IlType owner, MethodReference reference, IlType result, IlType[] parameters) =>
        candidate.HasThis == reference.HasThis && candidate.GenericParameters.Count == reference.GenericParameters.Count
        && (reference.CallingConvention == MethodCallingConvention.VarArg
            || (candidate.Parameters.Count == parameters.Length && Replace(Of(candidate.ReturnType), owner.Parts, []) == result
                && candidate.Parameters.Zip(parameters, (one, other) => Replace(Of(one.ParameterType), owner.Parts, []) == other)
                    .All(static same => same)));

    internal GenericParameter? Parameter(IlType parameter)
    {
        IGenericParameterProvider? scope = Scope is MethodReference method
            ? parameter.Kind == IlKind.Var ? method.DeclaringType : method
            : parameter.Kind == IlKind.Var ? Scope : null;
        int index = (int)parameter.Data!;
        return scope is not null && index < scope.GenericParameters.Count ? scope.GenericParameters[index] : null;
    }

    /// <summary>What is wrong with the arguments of a type or method; null if nothing is.</summary>
    internal string? Violation(IGenericParameterProvider owner, IlType[] types, IlType[] methods)
    {
        IlType[] arguments = owner is MethodReference ? methods : types;
        if (owner.GenericParameters.Count != arguments.Length)
        {
            return $"has {arguments.Length} arguments for {owner.GenericParameters.Count} parameters";
        }

        foreach (GenericParameter parameter in owner.GenericParameters)
        {
            IlType argument = arguments[parameter.Position];
            GenericParameter? own = argument.IsParameter ? Parameter(argument) : null;
            bool isStruct = argument.IsStruct || own is { HasNotNullableValueTypeConstraint: true };
            IlType boxed = argument.IsStruct || argument.IsParameter ? Get(IlKind.Boxed, null, argument) : argument;
            string? unmet =
                IsUnknown(argument) ? null
                : argument.Kind is IlKind.ByRef or IlKind.Pointer || argument == Void ? "type"
                : parameter.HasReferenceTypeConstraint && !IsReference(argument) ? "class"
                : parameter.HasNotNullableValueTypeConstraint && (!isStruct || argument.Definition?.FullName == "System.Nullable`1")
                    ? "struct"
                : parameter.HasDefaultConstructorConstraint && !isStruct && own is not { HasDefaultConstructorConstraint: true }
                    && !Methods(argument)[".ctor"].Any(static one => one.IsPublic && one.Parameters.Count == 0) ? "new()"
                : !AllowsByRefLike(parameter) && (own is not null ? AllowsByRefLike(own) : IsByRefLike(argument)) ? "no ref struct"
                : parameter.Constraints.Select(one => Plain(Replace(Of(one.ConstraintType), types, methods)))
                    .FirstOrDefault(one => !IsSubtype(boxed, one))?.ToString();
            if (unmet is not null)
            {
                return $"has {argument} for {parameter.Name}: {unmet}";
            }
        }

        return null;
    }

    /// <summary>Whether nothing can be said of a type.</summary>
    internal static bool IsUnknown(IlType type) => type.Kind == IlKind.Any || type is { Kind: IlKind.Named, Definition: null };

    private static bool AllowsByRefLike(GenericParameter parameter) => ((int)parameter.Attributes & 0x20) != 0;

    private static bool IsByRefLike(IlType type) => type is { IsStruct: true, Definition: { HasCustomAttributes: true } definition }
        && definition.CustomAttributes.Any(static one => one.AttributeType.Name == "IsByRefLikeAttribute");

    private IEnumerable<IlType> Constraints(GenericParameter? parameter) => parameter is null
        ? []
        : parameter.Constraints.Select(one => Plain(Of(one.ConstraintType)));

    private bool IsNamedSubtype(IlType from, IlType to)
    {
        for (IlType? one = from; one is not null; one = Base(one))
        {
            if (IsUnknown(one) || IsVariant(one, to))
            {
                return true;
            }
        }

        return to.Definition is { IsInterface: true } && Interfaces(from).Any(one => IsUnknown(one) || IsVariant(one, to));
    }

    /// <summary>Whether types are equal, up to in and out.</summary>
    private bool IsVariant(IlType from, IlType to)
    {
        if (from == to || from.Definition is null || from.Definition != to.Definition)
        {
            return from == to;
        }

        for (int i = 0; i < from.Parts.Length; i++)
        {
            (IlType one, IlType other) = (from.Parts[i], to.Parts[i]);
            GenericParameter parameter = from.Definition.GenericParameters[i];
            if (one != other && !IsUnknown(one) && !IsUnknown(other)
                && !(parameter.IsCovariant && IsReference(one) && IsSubtype(one, other))
                && !(parameter.IsContravariant && IsReference(other) && IsSubtype(other, one)))
            {
                return false;
            }
        }

        return true;
    }

    private IlType Number(IlType type, bool isStack)
    {
        if (type.Kind == IlKind.Pointer)
        {
            return IntPtr;
        }

        if (type.Definition is { IsEnum: true } definition)
        {
            return Number(Of(definition.Fields.First(static field => !field.IsStatic).FieldType), isStack);
        }

        return type.IsStruct && s_numbers.TryGetValue(type.Definition!.FullName, out (string Stack, string Memory) number)
            ? Core(isStack ? number.Stack : number.Memory)
            : type;
    }

    private bool HasUnknownBase(IlType type)
    {
        IlType? one = type;
        while (one is { Definition: not null })
        {
            one = Base(one);
        }

        return one is not null;
    }

    private static bool HasAssembly(TypeReference reference) => reference.DeclaringType is { } outer
        ? HasAssembly(outer)
        : reference.Scope is not AssemblyNameReference name || reference.Module.AssemblyResolver.Resolve(name) is not null;
}
