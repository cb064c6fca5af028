namespace PooledAwait.Build;

/// <summary>A module's references to the framework's builders, and what replaces them. Those of variants return a pooled
/// task.</summary>
internal sealed class References(ModuleDefinition module, bool ofVariants = false)
{
    internal const string BuildersSpace = "PooledAwait.MethodBuilders", RewritingSpace = "PooledAwait.Rewriting";

    internal const string LibraryName = "PooledAwait.Net";
    private const string IgnoresAccessChecks = "IgnoresAccessChecksToAttribute";
    private const string TasksSpace = "System.Threading.Tasks.", ValueTasksName = "System.Threading.Tasks.Extensions";

    private static readonly HashSet<string> s_scopes =
    [
        "System.Runtime", "netstandard", "mscorlib", "System.Private.CoreLib", "System.Threading.Tasks",
        ValueTasksName, "Microsoft.Bcl.AsyncInterfaces",
    ];

    private readonly Dictionary<string, TypeReference> _types = [];
    private readonly Dictionary<MethodReference, MethodReference> _methods = [];
    private AssemblyNameReference? _library;
    private IMetadataScope? _valueTaskScope;

    /// <summary>Whether a type is the framework's, not one of the same name in the assembly.</summary>
    internal static bool IsOfTheFramework(TypeReference type) =>
        type.GetElementType().Scope is AssemblyNameReference scope && s_scopes.Contains(scope.Name);

    /// <summary>Whether a type is a builder of the framework, not an array of them or a reference to one.</summary>
    internal static bool IsBuilder(TypeReference type) =>
        (type is GenericInstanceType or not TypeSpecification) && IsOfTheFramework(type)
        && Builder.Find(type.GetElementType().FullName) is not null;

    /// <summary>Whether a type is a builder of the library.</summary>
    internal static bool IsOurBuilder(TypeReference type) =>
        type is GenericInstanceType or not TypeSpecification
        && type.GetElementType() is { Scope: AssemblyNameReference { Name: LibraryName } } element
        && element.Name.Split('`')[0].EndsWith("MethodBuilder", StringComparison.Ordinal);

    /// <summary>A class of the library.</summary>
    internal TypeReference Library(string space, string name)
    {
        if (!_types.TryGetValue(name, out TypeReference? type))
        {
            type = new(space, name, module, LibraryReference());
            _types.Add(name, type);
        }

        return type;
    }

    /// <summary>A type of the core library.</summary>
    internal TypeReference OfTheCore(string space, string name, bool isValueType = false) =>
        new(space, name, module, module.TypeSystem.CoreLibrary, isValueType);

    internal CustomAttribute CompilerGenerated() => new(new MethodReference(
        ".ctor", module.TypeSystem.Void, OfTheCore("System.Runtime.CompilerServices", "CompilerGeneratedAttribute")) { HasThis = true });

    /// <summary>The names of the assemblies to which a module shows what is internal.</summary>
    internal static IEnumerable<string> FriendsOf(ModuleDefinition module) =>
        NamedBy(module, "InternalsVisibleToAttribute").Select(static name => name.Split(',')[0].Trim());

    /// <summary>The names of the assemblies whose access checks a module ignores: it was rewritten, and calls their variants.</summary>
    internal static IEnumerable<string> AccessedBy(ModuleDefinition module) => NamedBy(module, IgnoresAccessChecks);

    /// <summary>Whether an assembly runs on .NET alone, which lets it ignore access checks.</summary>
    internal static bool IsOfNet(ModuleDefinition module) => module.TypeSystem.CoreLibrary is AssemblyNameReference
    {
        Name: "System.Runtime" or "System.Private.CoreLib", Version.Major: >= 5,
    };

    private static IEnumerable<string> NamedBy(ModuleDefinition module, string attribute) => module.Assembly.CustomAttributes
        .Where(one => one.AttributeType.Name == attribute && one.ConstructorArguments.Count == 1)
        .Select(static one => (string)one.ConstructorArguments[0].Value);

    /// <summary>Lets the module call what is internal or private in assemblies.</summary>
    internal void AddFriends(IEnumerable<string> assemblies)
    {
        foreach (string assembly in assemblies.OrderBy(static name => name, StringComparer.Ordinal))
        {
            MethodReference constructor = new(
                ".ctor", module.TypeSystem.Void, Library("System.Runtime.CompilerServices", IgnoresAccessChecks))
            {
                HasThis = true,
                Parameters = { new ParameterDefinition(module.TypeSystem.String) },
            };
            module.Assembly.CustomAttributes.Add(new CustomAttribute(constructor)
            {
                ConstructorArguments = { new CustomAttributeArgument(module.TypeSystem.String, assembly) },
            });
        }
    }

    /// <summary>Our builder in place of the framework's; any other type as it is.</summary>
    internal TypeReference Redirect(TypeReference type)
    {
        if (!IsBuilder(type) || Builder.Find(type.GetElementType().FullName) is not { PooledName: { } name } builder)
        {
            return type;
        }

        return ofVariants
            ? Struct(BuildersSpace, builder.VariantName, Arguments(type), type.GenericParameters.Count)
            : Struct(nameof(PooledAwait), name, Arguments(type), type.GenericParameters.Count);
    }

    /// <summary>The pooled task in place of a Task or ValueTask; any other type as it is.</summary>
    internal TypeReference Pooled(TypeReference task) =>
        IsTask(task) ? Struct(nameof(PooledAwait), "PooledValueTask", Arguments(task)) : task;

    internal TypeReference PooledTask(TypeReference? result) =>
        Struct(nameof(PooledAwait), "PooledValueTask", result is null ? [] : [result]);

    internal TypeReference ValueTask(TypeReference? result) => Framework("System.Threading.Tasks", "ValueTask", result);

    /// <summary>Whether a type is Task, ValueTask, or one of these with a result.</summary>
    internal static bool IsTask(TypeReference type) =>
        type is GenericInstanceType or not TypeSpecification && IsOfTheFramework(type)
        && type.GetElementType().FullName is TasksSpace + "Task" or TasksSpace + "Task`1"
            or TasksSpace + "ValueTask" or TasksSpace + "ValueTask`1";

    internal static bool IsValueTask(TypeReference type) =>
        IsTask(type) && type.GetElementType().FullName is TasksSpace + "ValueTask" or TasksSpace + "ValueTask`1";

    /// <summary>A struct of the library. The name has no arity; <paramref name="definition"/> is the number of type parameters, if it is
    /// referred to as a definition.</summary>
    internal TypeReference Struct(string space, string name, TypeReference[] arguments, int definition = 0)
    {
        int arity = arguments.Length + definition;
        string full = arity == 0 ? name : $"{name}`{arity}";
        if (!_types.TryGetValue(full, out TypeReference? type))
        {
            type = new(space, full, module, LibraryReference(), valueType: true);
            for (int i = 0; i < arity; i++)
            {
                type.GenericParameters.Add(new GenericParameter(type));
            }

            _types.Add(full, type);
        }

        return arguments.Length == 0 ? type : Instantiate(type, arguments);
    }

    /// <summary>A struct of the assembly that has ValueTask, for the awaits of methods that keep the framework's builder.</summary>
    internal TypeReference Framework(string space, string name, TypeReference? result, string? nested = null)
    {
        string full = result is null ? name : name + "`1";
        TypeReference type = Declare(new TypeReference(space, full, module, ValueTaskScope, valueType: true));
        if (nested is not null)
        {
            type = Declare(new TypeReference("", nested, module, ValueTaskScope, valueType: true) { DeclaringType = type });
        }

        return result is null ? type : Instantiate(type, [result]);

        TypeReference Declare(TypeReference one)
        {
            if (result is not null)
            {
                one.GenericParameters.Add(new GenericParameter(one));
            }

            return one;
        }
    }

    /// <summary>The assembly that has ValueTask: the one that the module refers to, or the core library, or for netstandard2.0 and .NET
    /// Framework the package on which the library depends.</summary>
    private IMetadataScope ValueTaskScope
    {
        get
        {
            _valueTaskScope ??= module.GetTypeReferences().FirstOrDefault(
                static type => type.FullName is TasksSpace + "ValueTask" or TasksSpace + "ValueTask`1")?.Scope;
            if (_valueTaskScope is null && module.TypeSystem.CoreLibrary is AssemblyNameReference core)
            {
                _valueTaskScope = core.Name is "System.Runtime" or "System.Private.CoreLib"
                    || core is { Name: "netstandard", Version.Minor: > 0 }
                    ? core
                    : new AssemblyNameReference(ValueTasksName, new Version(4, 2, 0, 1))
                    {
                        PublicKeyToken = [0xcc, 0x7b, 0x13, 0xff, 0xcd, 0x2d, 0xdd, 0x51],
                    };
                if (_valueTaskScope != core)
                {
                    module.AssemblyReferences.Add((AssemblyNameReference)_valueTaskScope);
                }
            }

            return _valueTaskScope!;
        }
    }

    internal static TypeReference[] Arguments(TypeReference type) =>
        type is GenericInstanceType instance ? [.. instance.GenericArguments] : [];

    /// <summary>The member of our builder in place of the framework's; any other method as it is.</summary>
    internal MethodReference Redirect(MethodReference method)
    {
        TypeReference declaring = Redirect(method.DeclaringType);
        if (declaring == method.DeclaringType)
        {
            return method;
        }

        // All calls of a method share one reference, and a user may call a builder, too. So replace the reference, and don't change it.
        if (!_methods.TryGetValue(method, out MethodReference? redirected))
        {
            redirected = method is GenericInstanceMethod instance
                ? Instantiate(Member(instance.ElementMethod, declaring), instance.GenericArguments)
                : Member(method, declaring);
            _methods.Add(method, redirected);
        }

        return redirected;
    }

    internal static GenericInstanceType Instantiate(TypeReference type, IEnumerable<TypeReference> arguments)
    {
        GenericInstanceType instance = new(type);
        foreach (TypeReference argument in arguments)
        {
            instance.GenericArguments.Add(argument);
        }

        return instance;
    }

    internal static GenericInstanceMethod Instantiate(MethodReference method, IEnumerable<TypeReference> arguments)
    {
        GenericInstanceMethod instance = new(method);
        foreach (TypeReference argument in arguments)
        {
            instance.GenericArguments.Add(argument);
        }

        return instance;
    }

    /// <summary>The name of a parameter's or result's type, by which methods are compared: type parameters of the method by their
    /// positions.</summary>
    /// <param name="type">The type, as the method has it.</param>
    /// <param name="method">The method, without type arguments.</param>
    /// <param name="declaring">The instance of the type that declares the method.</param>
    internal string NameOf(TypeReference type, MethodReference method, TypeReference declaring) => Substitute(
        Import(type),
        Arguments(declaring),
        [.. method.GenericParameters.Select(static one => new TypeReference("", "!!" + one.Position, one.Module, null))]).FullName;

    /// <summary>A type with these arguments in place of its type parameters. A parameter without an argument stays.</summary>
    internal static TypeReference Substitute(TypeReference type, TypeReference[] ofType, TypeReference[] ofMethod)
    {
        return type switch
        {
            GenericParameter parameter => Argument(
                parameter, parameter.Type == GenericParameterType.Method ? ofMethod : ofType),
            GenericInstanceType instance => Instantiate(
                instance.ElementType, instance.GenericArguments.Select(argument => Substitute(argument, ofType, ofMethod))),
            ByReferenceType reference => new ByReferenceType(Substitute(reference.ElementType, ofType, ofMethod)),
            ArrayType { IsVector: true } array => new ArrayType(Substitute(array.ElementType, ofType, ofMethod)),
            ArrayType array => new ArrayType(Substitute(array.ElementType, ofType, ofMethod), array.Rank),
            _ => type,
        };

        static TypeReference Argument(GenericParameter parameter, TypeReference[] arguments) =>
            parameter.Position < arguments.Length ? arguments[parameter.Position] : parameter;
    }

    private MethodReference Member(MethodReference method, TypeReference declaring)
    {
        TypeReference returns = Redirect(method.ReturnType);
        return Redeclare(method, method.Name, ofVariants ? Pooled(returns) : returns, declaring);
    }

    /// <summary>A reference to a method with the same parameters; type parameters are written as positions, so that the original's
    /// do.</summary>
    internal static MethodReference Redeclare(MethodReference method, string name, TypeReference returns, TypeReference declaring)
    {
        MethodReference member = new(name, returns, declaring)
        {
            HasThis = method.HasThis,
            ExplicitThis = method.ExplicitThis,
            CallingConvention = method.CallingConvention,
        };
        foreach (GenericParameter parameter in method.GenericParameters)
        {
            member.GenericParameters.Add(new GenericParameter(parameter.Name, member));
        }

        foreach (ParameterDefinition parameter in method.Parameters)
        {
            member.Parameters.Add(new ParameterDefinition(parameter.ParameterType));
        }

        return member;
    }

    /// <summary>A type of another module, as this one refers to it; type parameters stay what they are.</summary>
    internal TypeReference Import(TypeReference type) => type switch
    {
        GenericParameter => type,
        GenericInstanceType instance => Instantiate(Import(instance.ElementType), instance.GenericArguments.Select(Import)),
        ArrayType { IsVector: true } array => new ArrayType(Import(array.ElementType)),
        ArrayType array => new ArrayType(Import(array.ElementType), array.Rank),
        ByReferenceType reference => new ByReferenceType(Import(reference.ElementType)),
        RequiredModifierType modifier => new RequiredModifierType(Import(modifier.ModifierType), Import(modifier.ElementType)),
        OptionalModifierType modifier => new OptionalModifierType(Import(modifier.ModifierType), Import(modifier.ElementType)),
        TypeSpecification => type,
        _ => type.Module == module ? type : module.ImportReference(type),
    };

    /// <summary>The definition, or null if it isn't among the references.</summary>
    internal static TypeDefinition? TryResolve(TypeReference type)
    {
        try
        {
            return type.Resolve();
        }
        catch (AssemblyResolutionException)
        {
            return null;
        }
    }

    /// <summary>The library of this package. It has the version and key of this assembly, which a test checks.</summary>
    private AssemblyNameReference LibraryReference()
    {
        if (_library is null)
        {
            _library = module.AssemblyReferences.FirstOrDefault(static reference => reference.Name == LibraryName);
            if (_library is null)
            {
                _library = NewLibraryReference();
                module.AssemblyReferences.Add(_library);
            }
        }

        return _library;
    }

    internal static AssemblyNameReference NewLibraryReference()
    {
        System.Reflection.AssemblyName name = typeof(References).Assembly.GetName();
        return new(LibraryName, name.Version) { PublicKeyToken = name.GetPublicKeyToken() ?? Array.Empty<byte>() };
    }
}
