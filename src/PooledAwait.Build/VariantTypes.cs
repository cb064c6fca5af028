namespace PooledAwait.Build;

/// <summary>Where variants are: in the module, in assemblies of the same program that were rewritten before it, and in the library, for
/// families of the framework. Variants of virtual methods are in an interface inside the type that declares them, which may call what is
/// protected there.</summary>
/// <param name="module">The module that is rewritten.</param>
/// <param name="linked">The names of the assemblies whose variants it may call.</param>
internal sealed class VariantTypes(ModuleDefinition module, IEnumerable<string> linked)
{
    /// <summary>The suffix of a variant's name after the original's, and of a variants' interface after the name of the type that declares
    /// the originals.</summary>
    internal const string Suffix = "$Pooled";

    private readonly HashSet<string> _linked = new(linked, StringComparer.OrdinalIgnoreCase);

    /// <summary>The assemblies whose variants were found.</summary>
    internal HashSet<string> Used { get; } = new(StringComparer.Ordinal);

    /// <summary>Whether a type of another assembly may have variants.</summary>
    internal bool MayHave(TypeReference type) => type.GetElementType() is { Scope: AssemblyNameReference scope } element
        && (_linked.Contains(scope.Name) || IsFamily(element, scope.Name));

    /// <summary>The variant of a method of another assembly that isn't virtual, or of its body.</summary>
    internal MethodDefinition? BodyOf(MethodDefinition method) =>
        method.Module == module || !_linked.Contains(method.Module.Assembly.Name.Name)
            ? null
            : method.DeclaringType.Methods.FirstOrDefault(one => one.Name == method.Name + Suffix && HasParametersOf(one, method, 0));

    /// <summary>The interface of the variants of the virtual methods that a type of another assembly declares.</summary>
    internal TypeDefinition? InterfaceOf(TypeDefinition type) =>
        type.Module == module ? null
        : _linked.Contains(type.Module.Assembly.Name.Name) ? type.NestedTypes.FirstOrDefault(one => one.Name == NameOf(type))
        : IsFamily(type, type.Module.Assembly.Name.Name) ? FindFamily(type)
        : null;

    /// <summary>The name of the interface of the variants of a type's virtual methods. A class may implement several, and generators of
    /// proxies tell nested types apart by their names alone.</summary>
    internal static string NameOf(TypeDefinition type) => type.Name.Split('`')[0] + Suffix;

    /// <summary>The static method that takes a call's arguments and calls the object's variant, if it has one.</summary>
    internal MethodDefinition? CallerOf(MethodDefinition method) => InterfaceOf(method.DeclaringType)?.Methods.FirstOrDefault(
        one => one.IsStatic && one.Name == method.Name && HasParametersOf(one, method, 1));

    /// <summary>The virtual methods of a type whose variants a class must have to implement the interface; none if one of these isn't
    /// there, as in another version of the framework.</summary>
    internal IEnumerable<MethodDefinition> SlotsOf(TypeDefinition declaring)
    {
        MethodDefinition[] own = [.. InterfaceOf(declaring)?.Methods.Where(static one => !one.IsStatic) ?? []];
        MethodDefinition[] slots =
        [
            .. own.Select(variant => declaring.Methods.FirstOrDefault(
                method => method.IsVirtual && method.Name == variant.Name && HasParametersOf(variant, method, 0)))
                .OfType<MethodDefinition>(),
        ];
        return slots.Length == own.Length ? slots : [];
    }

    /// <summary>Whether the library has the variants, because nobody can rewrite the type.</summary>
    private static bool IsFamily(TypeReference type, string assembly) =>
        type.Namespace == "System.Data.Common" && assembly is "System.Data.Common" or "System.Data" or "netstandard";

    private TypeDefinition? FindFamily(TypeDefinition type) => new TypeReference(
        References.RewritingSpace, $"I{type.Name}Variants", module, References.NewLibraryReference()).Resolve();

    /// <summary>Whether the parameters' types have the same names. Two types of one name count as the same: their methods have no
    /// variants.</summary>
    internal static bool HasParametersOf(MethodDefinition variant, MethodDefinition method, int skipped) =>
        variant.GenericParameters.Count == method.GenericParameters.Count
        && variant.Parameters.Count == method.Parameters.Count + skipped
        && method.Parameters.All(one => one.ParameterType.FullName == variant.Parameters[one.Index + skipped].ParameterType.FullName);
}
