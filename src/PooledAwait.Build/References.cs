namespace PooledAwait.Build;

/// <summary>A module's references to the framework's builders, and what replaces them. Those of variants return a pooled
/// task.</summary>
internal sealed class References(ModuleDefinition module, bool ofVariants = false)
{
    internal const string BuildersSpace = "PooledAwait.MethodBuilders", RewritingSpace = "PooledAwait.Rewriting";
    internal const string CompilerServices = "System.Runtime.CompilerServices";
    internal const string LibraryName = "PooledAwait.Net";
    private const string IgnoresAccessChecks = "IgnoresAccessChecksToAttribute";
    private const string TasksSpace = "System.Threading.Tasks", ValueTasksName = "System.Threading.Tasks.Extensions";

    private static readonly HashSet<string> s_scopes =
    [
        "System.Runtime", "netstandard", "mscorlib", "System.Private.CoreLib", "System.Threading.Tasks",
        ValueTasksName, "Microsoft.Bcl.AsyncInterfaces",
    ];

    private IMetadataScope? _valueTaskScope;

    /// <summary>Whether a type is the framework's, not one of the same name in the assembly.</summary>
    internal static bool IsOfTheFramework(TypeReference type) =>
        type.GetElementType().Scope is AssemblyNameReference scope && s_scopes.Contains(scope.Name);

    /// <summary>A type without its type arguments; null for an array, a reference and the like.</summary>
    internal static TypeReference? Named(TypeReference type) =>
        type is GenericInstanceType or not TypeSpecification ? type.GetElementType() : null;

    /// <summary>Whether a type is a builder of the library.</summary>
    internal static bool IsOurBuilder(TypeReference type) =>
        Named(type) is { Scope: AssemblyNameReference { Name: LibraryName } } element
        && element.Name.Split('`')[0].EndsWith("MethodBuilder", StringComparison.Ordinal);

    /// <summary>Whether a type is Task, ValueTask, or one of these with a result.</summary>
    internal static bool IsTask(TypeReference type) =>
        Named(type) is { Namespace: TasksSpace, Name: "Task" or "Task`1" or "ValueTask" or "ValueTask`1" } element
        && IsOfTheFramework(element);

    internal static bool IsValueTask(TypeReference type) => IsTask(type) && type.GetElementType().Name is "ValueTask" or "ValueTask`1";

    /// <summary>The names of the assemblies to which a module shows what is internal.</summary>
    internal static IEnumerable<string> FriendsOf(ModuleDefinition module) =>
        NamedBy(module, "InternalsVisibleToAttribute").Select(static name => name.Split(',')[0].Trim());

    /// <summary>Whether Castle's proxies may see what is internal. A proxy would implement internal interfaces of variants as well, and
    /// interceptors would see a ValueTask where the method returns a Task.</summary>
    internal static bool IsShownToProxies(ModuleDefinition module) =>
        FriendsOf(module).Contains("DynamicProxyGenAssembly2", StringComparer.OrdinalIgnoreCase);

    /// <summary>The names of the assemblies whose access checks a module ignores: it was rewritten, and calls their variants.</summary>
    internal static IEnumerable<string> AccessedBy(ModuleDefinition module) => NamedBy(module, IgnoresAccessChecks);

    private static IEnumerable<string> NamedBy(ModuleDefinition module, string attribute) => module.Assembly.CustomAttributes
        .Where(one => one.AttributeType.Name == attribute && one.ConstructorArguments.Count == 1)
        .Select(static one => (string)one.ConstructorArguments[0].Value);

    /// <summary>Whether an assembly runs on .NET alone, which lets it ignore access checks.</summary>
    internal static bool IsOfNet(ModuleDefinition module) => module.TypeSystem.CoreLibrary is AssemblyNameReference
    {
        Name: "System.Runtime" or "System.Private.CoreLib", Version.Major: >= 5,
    };

    /// <summary>Lets the module call what is internal or private in assemblies.</summary>
    internal void AddFriends(IEnumerable<string> assemblies) =>
        module.Assembly.CustomAttributes.AddRange(assemblies.OrderBy(static name => name, StringComparer.Ordinal)
            .Select(one => NewAttribute(Library(CompilerServices, IgnoresAccessChecks), one)));

    /// <summary>An attribute whose arguments are strings.</summary>
    internal CustomAttribute NewAttribute(TypeReference type, params string[] arguments)
    {
        TypeReference text = module.TypeSystem.String;
        CustomAttribute attribute = new(new MethodReference(".ctor", module.TypeSystem.Void, type) { HasThis = true });
        attribute.Constructor.Parameters.AddRange(arguments.Select(_ => new ParameterDefinition(text)));
        attribute.ConstructorArguments.AddRange(arguments.Select(one => new CustomAttributeArgument(text, one)));
        return attribute;
    }

    /// <summary>A type of the core library.</summary>
    internal TypeReference OfTheCore(string space, string name, bool isValueType = false) =>
        new(space, name, module, module.TypeSystem.CoreLibrary, isValueType);

    /// <summary>A class of the library.</summary>
    internal TypeReference Library(string space, string name) => new(space, name, module, LibraryReference);

    /// <summary>The pooled task with a result of a type; without a type, the one without a result. So are the following.</summary>
    internal TypeReference PooledTask(TypeReference[] result) => Struct(LibraryReference, nameof(PooledAwait), "PooledValueTask", result);

    internal TypeReference PooledAwaiter(TypeReference[] result) =>
        Struct(LibraryReference, nameof(PooledAwait), "PooledValueTaskAwaiter", result);

    internal TypeReference ValueTask(TypeReference[] result) => Struct(ValueTaskScope, TasksSpace, "ValueTask", result);

    internal TypeReference ValueTaskAwaiter(TypeReference[] result, bool isConfigured) => isConfigured
        ? Struct(ValueTaskScope, CompilerServices, "ConfiguredValueTaskAwaitable", result, "ConfiguredValueTaskAwaiter")
        : Struct(ValueTaskScope, CompilerServices, "ValueTaskAwaiter", result);

    private TypeReference Struct(IMetadataScope scope, string space, string name, TypeReference[] arguments, string? nested = null)
    {
        TypeReference type = Declare(space, arguments.Length == 0 ? name : $"{name}`{arguments.Length}", null);
        return Instantiate(nested is null ? type : Declare("", nested, type), arguments);

        TypeReference Declare(string space, string name, TypeReference? declaring)
        {
            TypeReference one = new(space, name, module, scope, valueType: true) { DeclaringType = declaring };
            one.GenericParameters.AddRange(arguments.Select(_ => new GenericParameter(one)));
            return one;
        }
    }

    /// <summary>The assembly that has ValueTask: the one that the module refers to, or the core library, or for netstandard2.0 and .NET
    /// Framework the package on which the library depends.</summary>
    private IMetadataScope ValueTaskScope => _valueTaskScope ??=
        module.GetTypeReferences().FirstOrDefault(
            static type => type is { Namespace: TasksSpace, Name: "ValueTask" or "ValueTask`1" })?.Scope
        ?? (module.TypeSystem.CoreLibrary is AssemblyNameReference
                and ({ Name: "System.Runtime" or "System.Private.CoreLib" } or { Name: "netstandard", Version.Minor: > 0 })
            ? module.TypeSystem.CoreLibrary
            : Add(new(ValueTasksName, new Version(4, 2, 0, 1)) { PublicKeyToken = [0xcc, 0x7b, 0x13, 0xff, 0xcd, 0x2d, 0xdd, 0x51] }));

    /// <summary>The library of this package.</summary>
    private AssemblyNameReference LibraryReference =>
        module.AssemblyReferences.FirstOrDefault(static one => one.Name == LibraryName) ?? Add(NewLibraryReference());

    private AssemblyNameReference Add(AssemblyNameReference assembly)
    {
        module.AssemblyReferences.Add(assembly);
        return assembly;
    }

    /// <summary>It has the version and key of this assembly, which a test checks.</summary>
    internal static AssemblyNameReference NewLibraryReference()
    {
        System.Reflection.AssemblyName name = typeof(References).Assembly.GetName();
        return new(LibraryName, name.Version) { PublicKeyToken = name.GetPublicKeyToken() ?? Array.Empty<byte>() };
    }

    /// <summary>Our builder in place of the framework's; any other type as it is.</summary>
    internal TypeReference Redirect(TypeReference type) =>
        Builder.Find(type) is not { PooledName: { } name } builder ? type
        : ofVariants ? Struct(LibraryReference, BuildersSpace, builder.VariantName, Arguments(type))
        : Struct(LibraryReference, nameof(PooledAwait), name, Arguments(type));

    /// <summary>The member of our builder in place of the framework's; any other method as it is. All calls of a method share one
    /// reference, and a user may call a builder, too: so it is another reference, and that one stays as it is.</summary>
    internal MethodReference Redirect(MethodReference method)
    {
        TypeReference declaring = Redirect(method.DeclaringType);
        if (declaring == method.DeclaringType)
        {
            return method;
        }

        MethodReference element = method.GetElementMethod();
        TypeReference returns = Redirect(element.ReturnType);
        return Instantiate(
            Redeclare(element, element.Name, ofVariants && IsTask(returns) ? PooledTask(Arguments(returns)) : returns, declaring),
            Arguments(method));
    }

    /// <summary>A reference to a method with the parameters of another one, which may be another module's; type parameters are written as
    /// positions, so that the original's do.</summary>
    internal static MethodReference Redeclare(MethodReference method, string name, TypeReference returns, TypeReference declaring)
    {
        MethodReference member = new(name, returns, declaring) { HasThis = method.HasThis };
        member.GenericParameters.AddRange(method.GenericParameters.Select(one => new GenericParameter(one.Name, member)));
        member.Parameters.AddRange(
            method.Parameters.Select(one => new ParameterDefinition(Import(one.ParameterType, declaring.Module))));
        return member;
    }

    /// <summary>A reference to the variant of a method. The method says the parameters and the result, so that they are those of its
    /// type.</summary>
    internal MethodReference Variant(MethodReference method, MethodDefinition variant, TypeReference declaring)
    {
        TypeReference[] result = Array.ConvertAll(Arguments(method.ReturnType), Import);
        return Redeclare(method, variant.Name, IsOperation(variant) ? PooledTask(result) : ValueTask(result), declaring);
    }

    /// <summary>Whether a variant returns a pooled task, because it is async itself. Others return a ValueTask.</summary>
    internal static bool IsOperation(MethodReference variant) => !IsTask(variant.GetElementMethod().ReturnType);

    internal static TypeReference[] Arguments(TypeReference type) =>
        type is GenericInstanceType instance ? [.. instance.GenericArguments] : [];

    internal static TypeReference[] Arguments(MethodReference method) =>
        method is GenericInstanceMethod instance ? [.. instance.GenericArguments] : [];

    /// <summary>A generic type with type arguments; any other type as it is.</summary>
    internal static TypeReference Instantiate(TypeReference type, IEnumerable<TypeReference> arguments)
    {
        GenericInstanceType instance = new(type);
        instance.GenericArguments.AddRange(arguments);
        return instance.HasGenericArguments ? instance : type;
    }

    internal static MethodReference Instantiate(MethodReference method, IEnumerable<TypeReference> arguments)
    {
        GenericInstanceMethod instance = new(method);
        instance.GenericArguments.AddRange(arguments);
        return instance.HasGenericArguments ? instance : method;
    }

    /// <summary>A type as its own members refer to it.</summary>
    internal static TypeReference Own(TypeDefinition type) => Instantiate(type, type.GenericParameters);

    /// <summary>The name of a type with those of the assemblies that it is made of, two of which may have types of one name. A type
    /// parameter is its position: its name may be that of another one, or of a type.</summary>
    internal static string KeyOf(TypeReference type) => Replace(type, static one => new TypeReference(
        "",
        one is GenericParameter parameter
            ? $"{(parameter.Type == GenericParameterType.Method ? "!!" : "!")}{parameter.Position}"
            : $"{one.FullName}, {one.Resolve()?.Module.Assembly.Name.Name ?? one.Scope?.Name}",
        one.Module,
        null)).FullName;

    /// <summary>The key of a parameter's or result's type, by which methods are compared: with the type arguments of the declaring
    /// type.</summary>
    internal string KeyOf(TypeReference type, TypeReference declaring) => KeyOf(Substitute(Import(type), Arguments(declaring), []));

    /// <summary>What a call of a method returns, with the type arguments of the call.</summary>
    internal static TypeReference Returned(MethodReference called) => Substitute(
        called.GetElementMethod().ReturnType, Arguments(called.DeclaringType), Arguments(called));

    /// <summary>A type with these arguments in place of its type parameters. A parameter without an argument stays.</summary>
    internal static TypeReference Substitute(TypeReference type, TypeReference[] ofType, TypeReference[] ofMethod) => Replace(
        type,
        one => one is GenericParameter parameter
            && (parameter.Type == GenericParameterType.Method ? ofMethod : ofType) is var arguments && parameter.Position < arguments.Length
            ? arguments[parameter.Position]
            : one);

    /// <summary>A type of another module, as this one refers to it; type parameters stay what they are.</summary>
    internal TypeReference Import(TypeReference type) => Import(type, module);

    private static TypeReference Import(TypeReference type, ModuleDefinition module) =>
        Replace(type, one => one is GenericParameter || one.Module == module ? one : module.ImportReference(one));

    /// <summary>A type with others in place of those that it is made of; the same object if nothing changes.</summary>
    internal static TypeReference Replace(TypeReference type, Func<TypeReference, TypeReference> other)
    {
        if (type is not TypeSpecification { ElementType: { } element })
        {
            return type is FunctionPointerType ? type : other(type);
        }

        TypeReference[] parts = type is IModifierType modifier ? [element, modifier.ModifierType] : [element, .. Arguments(type)];
        TypeReference[] own = Array.ConvertAll(parts, part => Replace(part, other));
        return own.SequenceEqual(parts) ? type : type switch
        {
            GenericInstanceType => Instantiate(own[0], own.Skip(1)),
            ByReferenceType => new ByReferenceType(own[0]),
            ArrayType { IsVector: true } => new ArrayType(own[0]),
            ArrayType array => new ArrayType(own[0], array.Rank),
            RequiredModifierType => new RequiredModifierType(own[1], own[0]),
            OptionalModifierType => new OptionalModifierType(own[1], own[0]),
            _ => type,
        };
    }
}
