using Mono.Cecil;
using Mono.Cecil.Rocks;

namespace PooledAwait.Tests.Conventions;

/// <summary>The library's folders are layers, and each uses only what is below it. What uses what is read from the compiled library. A
/// method is in the layer of its file, so a partial type has methods in several.</summary>
public partial class LayersTests
{
    /// <summary>The folders of each layer, from the lowest up, as docs/architecture.md lists them.</summary>
    private static readonly string[][] s_layers =
    [
        .. File.ReadLines(Path.Combine(SourceTests.Root(), "..", "..", "docs", "architecture.md"))
            .SkipWhile(static line => !line.StartsWith("| layer, from above |", StringComparison.Ordinal))
            .Skip(2)
            .TakeWhile(static line => line.StartsWith('|'))
            .Select(static row => row.Split('|')[1].Trim().Split(", "))
            .Reverse(),
    ];

    /// <summary>The folder of each type, for types without code: an interface is in no method's debug information.</summary>
    private static readonly ILookup<string, string> s_files = (
        from file in SourceTests.Files()
        from Match declaration in Declaration().Matches(File.ReadAllText(file))
        select (Name: declaration.Groups[1].Value, file)).ToLookup(static one => one.Name, static one => one.file);

    [Theory]
    [InlineData("netstandard2.0")]
    [InlineData("net8.0")]
    [InlineData("net10.0")]
    public void Layer_UsesOnlyWhatIsBelowIt(string target)
    {
        using ModuleDefinition library = Read(target);

        // A field's file is unknown, so a type uses what its highest part may use.
        Assert.Empty(
            from type in library.GetAllTypes()
            from use in UsesOf(type)
            let user = LayersOf(use.User).Max()
            let used = LayersOf(use.Used).Min()
            where used > user
            select $"{NameOf(use.User)} of {s_layers[user.Value][0]} uses {NameOf(use.Used)} of {s_layers[used.Value][0]}");
    }

    [Theory]
    [InlineData("Runtime", nameof(Atomic), nameof(Atomic.Read))]
    [InlineData("Pools", nameof(ThreadState), null)]
    [InlineData("Core", nameof(ThreadState), nameof(ThreadState.ExitTrampoline))]
    [InlineData("Core", nameof(Operation), null)]
    [InlineData("Tasks", nameof(PooledValueTask), nameof(PooledValueTask.AsTask))]
    [InlineData("Combinators", nameof(PooledValueTask), nameof(PooledValueTask.Delay))]
    public void Layer_OfATypeOrMethod_IsThatOfItsFolder(string folder, string type, string? method)
    {
        using ModuleDefinition library = Read("net10.0");
        TypeDefinition definition = library.GetAllTypes().Single(one => one.Name == type);

        int? layer = LayersOf(method is null ? definition : definition.Methods.First(one => one.Name == method)).Min();

        Assert.Contains(folder, s_layers[layer!.Value]);
    }

    [Fact]
    public void Folders_OfTheLibrary_AreTheLayers() => Assert.Equal(
        Directory.EnumerateDirectories(SourceTests.Root())
            .Select(static folder => Path.GetFileName(folder)!)
            .Except(["bin", "obj"])
            .Order(),
        s_layers.SelectMany(static layer => layer).Order());

    private static ModuleDefinition Read(string target) => ModuleDefinition.ReadModule(
        Path.Combine(AppContext.BaseDirectory, "Targets", target, "PooledAwait.Net.dll"), new ReaderParameters { ReadSymbols = true });

    private static IEnumerable<(IMemberDefinition User, IMemberDefinition Used)> UsesOf(TypeDefinition type) =>
        from user in type.Methods.Prepend<IMemberDefinition>(type)
        from reference in ReferencesOf(user)
        from used in Definitions(reference)
        select (user, used);

    private static IEnumerable<MemberReference?> ReferencesOf(IMemberDefinition user) => user switch
    {
        TypeDefinition type =>
        [
            type.BaseType,
            .. type.Interfaces.Select(static one => one.InterfaceType),
            .. type.Fields.Select(static field => field.FieldType),
            .. ConstraintsOf(type),
        ],
        MethodDefinition method =>
        [
            method.ReturnType,
            .. method.Parameters.Select(static parameter => parameter.ParameterType),
            .. ConstraintsOf(method),
            .. method.HasBody ? method.Body.Variables.Select(static variable => variable.VariableType) : [],
            .. method.HasBody ? method.Body.Instructions.Select(static instruction => instruction.Operand as MemberReference) : [],
        ],
        _ => [],
    };

    private static IEnumerable<TypeReference> ConstraintsOf(IGenericParameterProvider generic) =>
        generic.GenericParameters.SelectMany(static parameter => parameter.Constraints, static (_, one) => one.ConstraintType);

    /// <summary>What a reference names of the library, its type arguments included.</summary>
    private static IEnumerable<IMemberDefinition> Definitions(MemberReference? reference) => reference switch
    {
        null or GenericParameter => [],
        GenericInstanceType type => [.. Definitions(type.ElementType), .. type.GenericArguments.SelectMany(Definitions)],
        GenericInstanceMethod method => [.. Definitions(method.ElementMethod), .. method.GenericArguments.SelectMany(Definitions)],
        TypeSpecification type => Definitions(type.ElementType),
        TypeReference type => type.Scope is ModuleDefinition ? [type.Resolve()] : [],
        MethodReference method when method.DeclaringType.Scope is ModuleDefinition && method.Resolve() is { } definition =>
            [definition, .. Definitions(method.DeclaringType)],
        _ => Definitions(reference.DeclaringType),
    };

    /// <summary>The layer of a method, or those of a type's parts. A constructor runs the initializers of all parts.</summary>
    private static IEnumerable<int?> LayersOf(IMemberDefinition member) => member switch
    {
        MethodDefinition { IsConstructor: false } method when FileOf(method) is { } file => [LayerOf(file)],
        TypeDefinition type when type.Methods.Select(FileOf).OfType<string>().ToArray() is [_, ..] files => files.Select(LayerOf),
        TypeDefinition type when s_files[type.Name.Split('`')[0]].ToArray() is [_, ..] files => files.Select(LayerOf),
        _ => member.DeclaringType is { } type ? LayersOf(type) : [],
    };

    private static int? LayerOf(string file) =>
        Array.FindIndex(s_layers, layer => layer.Contains(Path.GetFileName(Path.GetDirectoryName(file)))) is >= 0 and int layer
            ? layer
            : null; // of no folder, so it may use everything

    /// <summary>The file of a method, or of the state machine that the compiler makes of it.</summary>
    private static string? FileOf(MethodDefinition method)
    {
        CustomAttribute? stateMachine = method.CustomAttributes
            .FirstOrDefault(static one => one.AttributeType.Name.EndsWith("StateMachineAttribute", StringComparison.Ordinal));
        MethodDefinition? body = stateMachine is null
            ? method
            : (stateMachine.ConstructorArguments[0].Value as TypeReference)?.Resolve().Methods.Single(static one => one.Name == "MoveNext");
        return body?.DebugInformation.SequencePoints.FirstOrDefault()?.Document.Url;
    }

    private static string NameOf(IMemberDefinition member) =>
        member is TypeDefinition ? member.Name : $"{member.DeclaringType.Name}.{member.Name}";

    [GeneratedRegex(@"^ *(?:[a-z]+ )*(?:class|struct|interface|enum|delegate) (\w+)", RegexOptions.Multiline)]
    private static partial Regex Declaration();
}
