namespace PooledAwait.Build;

/// <summary>Which methods a class runs for the virtual methods of its base classes and interfaces, as the runtime decides it. Types are
/// written as the class's module refers to them, in terms of the class's type parameters.</summary>
internal sealed class Dispatch
{
    private readonly References _references;

    /// <summary>The class, and its base classes as far as they can be read.</summary>
    private readonly List<(TypeDefinition Definition, TypeReference Type)> _chain = [];

    /// <summary>All interfaces by their keys, each with the place in the chain of the last class that declares it.</summary>
    private readonly Dictionary<string, (TypeDefinition Definition, TypeReference Type, int Level)> _interfaces = [];

    internal Dispatch(TypeDefinition type, References references)
    {
        _references = references;
        TypeReference own = References.Own(type);
        for (TypeDefinition? definition = type; definition is not null;)
        {
            _chain.Add((definition, own));
            AddInterfaces(definition, own, _chain.Count - 1);
            TypeReference? above = definition.BaseType;
            if (above is null || above.FullName is "System.Object" or "System.ValueType" or "System.Enum")
            {
                break;
            }

            own = Own(above, own);
            definition = above.Resolve();
        }
    }

    /// <summary>The base classes and interfaces, the class itself included.</summary>
    internal IEnumerable<(TypeDefinition Definition, TypeReference Type)> Declaring =>
        _chain.Concat(_interfaces.Values.Select(static one => (one.Definition, one.Type)));

    /// <summary>Whether the class has instances of an interface that type arguments may make one, such as <c>I&lt;T&gt;</c> and
    /// <c>I&lt;int&gt;</c>: a class can't implement an interface twice.</summary>
    internal bool MayUnify(TypeDefinition type)
    {
        TypeReference[] instances = [.. _interfaces.Values.Where(one => one.Definition == type).Select(static one => one.Type)];
        return instances.Where((one, index) => instances.Skip(index + 1).Any(other => MayBe(one, other))).Any();

        static bool MayBe(TypeReference one, TypeReference other) =>
            one is GenericParameter ? one == other || !IsIn(one, other)
            : other is GenericParameter ? !IsIn(other, one)
            : one is TypeSpecification { ElementType: var element } && other is TypeSpecification { ElementType: var otherElement }
                ? one.MetadataType == other.MetadataType && MayBe(element, otherElement)
                    && References.Arguments(one).Zip(References.Arguments(other), MayBe).All(static may => may)
            : one.FullName == other.FullName;

        static bool IsIn(TypeReference parameter, TypeReference type) => type == parameter
            || (type is TypeSpecification { ElementType: var element } && IsIn(parameter, element))
            || References.Arguments(type).Any(one => IsIn(parameter, one));
    }

    /// <summary>Whether the class may name an interface: its base class may implement one that is private there, or whose type argument
    /// is. Of other assemblies, only the one with the variants lets it name what isn't public.</summary>
    internal bool MayName(TypeReference type, ModuleDefinition ofVariants)
    {
        TypeDefinition own = _chain[0].Definition;
        return References.Arguments(type).All(one => MayName(one, ofVariants))
            && (type is TypeSpecification { ElementType: var element } ? MayName(element, ofVariants)
                : type is GenericParameter || (type.Resolve() is { } found && Around(found).All(MayNameOne)));

        bool MayNameOne(TypeDefinition one) => one.IsPublic || one.IsNestedPublic
            || (one.Module != own.Module ? one.Module == ofVariants
                : one.IsNotPublic || one.IsNestedAssembly || one.IsNestedFamilyOrAssembly
                || Around(own).Any(around => around == one.DeclaringType || (!one.IsNestedPrivate && IsBelow(around, one.DeclaringType))));

        static bool IsBelow(TypeDefinition? type, TypeDefinition above) =>
            type is not null && (type == above || IsBelow(type.BaseType?.Resolve(), above));

        static IEnumerable<TypeDefinition> Around(TypeDefinition? type)
        {
            for (; type is not null; type = type.DeclaringType)
            {
                yield return type;
            }
        }
    }

    /// <summary>Finds the method that the class runs for a virtual method of a type, with the type that has it; null if it is an
    /// interface's own, or can't be told.</summary>
    internal MethodOfType? Find(MethodDefinition slot, TypeReference declaring)
    {
        string signature = SignatureOf(slot, declaring);
        if (!slot.DeclaringType.IsInterface)
        {
            return FindOverride(slot, _chain.FindIndex(one => one.Definition == slot.DeclaringType), signature, declaring);
        }

        // With a variant type argument, another instance of the interface may take the call.
        if (slot.DeclaringType.GenericParameters.Any(static one => one.IsCovariant || one.IsContravariant)
            && _interfaces.Values.Count(one => one.Definition == slot.DeclaringType) > 1)
        {
            return null;
        }

        // A class that only repeats an interface of its base class keeps the base class's implementation.
        for (int level = _interfaces[References.KeyOf(declaring)].Level; level < _chain.Count; level++)
        {
            MethodDefinition[] found = FindExplicit(_chain[level], slot.Name, signature, declaring) is { } own
                ? [own]
                : [.. FindVirtual(_chain[level], slot.Name, signature).Where(static one => one.IsPublic)];
            if (found.Length > 0)
            {
                return found.Length == 1 ? FindOverride(found[0], level, signature, _chain[level].Type) : null;
            }
        }

        return null;
    }

    /// <summary>The last override of a virtual method below the class that has it.</summary>
    private MethodOfType? FindOverride(MethodDefinition slot, int level, string signature, TypeReference declaring)
    {
        MethodOfType found = (slot, _chain[level].Type);
        bool isHidden = false;
        for (int below = level - 1; below >= 0 && !slot.IsFinal; below--)
        {
            if (FindExplicit(_chain[below], slot.Name, signature, declaring) is not null)
            {
                // An override with a covariant return also opens a slot of its own. Overriding that slot overrides both.
                return null;
            }

            if (FindVirtual(_chain[below], slot.Name, signature).FirstOrDefault() is { } same)
            {
                isHidden |= same.IsNewSlot;
                found = isHidden ? found : (same, _chain[below].Type);
            }
        }

        return found.Method.IsAbstract ? null : found;
    }

    /// <summary>The virtual methods of a class that have a name and parameters: <c>M(int)</c> and <c>M(T)</c> are two in
    /// <c>A&lt;int&gt;</c>.</summary>
    private IEnumerable<MethodDefinition> FindVirtual((TypeDefinition Definition, TypeReference Type) at, string name, string signature) =>
        at.Definition.Methods.Where(one => one.IsVirtual && one.Name == name && SignatureOf(one, at.Type) == signature);

    /// <summary>The method of a class that names what it overrides or implements.</summary>
    private MethodDefinition? FindExplicit(
        (TypeDefinition Definition, TypeReference Type) at, string name, string signature, TypeReference declaring) =>
        at.Definition.Methods.FirstOrDefault(one => one.HasOverrides && one.Overrides.Any(
            overridden => overridden.Name == name && SignatureOf(overridden, declaring) == signature
                && References.KeyOf(Own(overridden.DeclaringType, at.Type)) == References.KeyOf(declaring)));

    private void AddInterfaces(TypeDefinition definition, TypeReference type, int level)
    {
        foreach (InterfaceImplementation implementation in definition.Interfaces)
        {
            TypeReference own = Own(implementation.InterfaceType, type);
            string key = References.KeyOf(own);
            if (!_interfaces.ContainsKey(key) && implementation.InterfaceType.Resolve() is { } found)
            {
                _interfaces.Add(key, (found, own, level));
                AddInterfaces(found, own, level);
            }
        }
    }

    /// <summary>A type as it is written in another one, in terms of the class.</summary>
    private TypeReference Own(TypeReference type, TypeReference within) =>
        References.Substitute(_references.Import(type), References.Arguments(within), []);

    /// <summary>The parameters, by which methods of one name are told apart; type parameters of the method by their positions.</summary>
    private string SignatureOf(MethodReference method, TypeReference declaring)
    {
        string parameters = string.Join(",", method.Parameters.Select(one => _references.KeyOf(one.ParameterType, declaring)));
        return $"{method.GetElementMethod().GenericParameters.Count}({parameters})";
    }
}
