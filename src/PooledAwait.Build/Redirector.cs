using System.Reflection.PortableExecutable;

namespace PooledAwait.Build;

/// <summary>Rewrites one assembly: adds variants, redirects calls to them, and replaces builders where <see cref="Forms"/> says so. Equal
/// bytes in give equal bytes out.</summary>
public static class Redirector
{
    private const string MarkAttribute = "AssemblyMetadataAttribute", Mark = "PooledAwait.Redirected";

    /// <summary>COMIMAGE_FLAGS_IL_LIBRARY, in place of ILOnly: native code lies beside the IL (ReadyToRun).</summary>
    private const ModuleAttributes ReadyToRun = (ModuleAttributes)4;

    /// <summary>Says what would become of an assembly's async methods.</summary>
    public static IReadOnlyList<MethodForm> Foretell(
        byte[] assembly, Forms forms, IReadOnlyList<string> references, string? program = null, IReadOnlyList<string>? linked = null)
    {
        using ModuleDefinition module = Read(assembly, references);
        return module.Assembly is null
            ? []
            : MethodForm.Of(module, MakePlan(module, forms, references, program, linked), withBytes: true);
    }

    /// <summary>Whether an assembly is compiled without optimization: then dotnet watch and debuggers may change its methods while they
    /// run, and they know only the compiler's output.</summary>
    public static bool IsEditable(byte[] assembly)
    {
        const int DisableOptimizations = 0x100;
        using ModuleDefinition module = Read(assembly, []);
        return module.Assembly?.CustomAttributes.FirstOrDefault(
                static one => one.AttributeType.FullName == "System.Diagnostics.DebuggableAttribute")
            is { ConstructorArguments.Count: 1 } attribute
            && ((int)attribute.ConstructorArguments[0].Value & DisableOptimizations) != 0;
    }

    /// <summary>Whether an assembly is a redirected copy.</summary>
    public static bool IsRedirected(byte[] assembly)
    {
        using ModuleDefinition module = Read(assembly, []);
        return MarkOf(module) is not null;
    }

    /// <summary>Whether an assembly has variants that others may call. A copy that nothing was added to doesn't refer to the library, and
    /// older versions wrote copies without variants.</summary>
    internal static bool HasVariants(string path) => Inspect(
        path,
        static module => module.AssemblyReferences.Any(static one => one.Name == References.LibraryName)
            && MarkOf(module)?.StartsWith(nameof(Forms.Awaited), StringComparison.Ordinal) == true);

    /// <summary>The names of the assemblies that one refers to.</summary>
    internal static IReadOnlyList<string> ReferencesOf(string path) =>
        Inspect(path, static module => module.AssemblyReferences.Select(static one => one.Name).ToArray()) ?? [];

    /// <summary>Looks into a file; nothing is found in a native library.</summary>
    private static T? Inspect<T>(string path, Func<ModuleDefinition, T> look)
    {
        try
        {
            using ModuleDefinition module = ModuleDefinition.ReadModule(path);
            return look(module);
        }
        catch (BadImageFormatException)
        {
            return default;
        }
    }

    /// <summary>Redirects an assembly.</summary>
    /// <param name="assembly">Its bytes.</param>
    /// <param name="symbols">The bytes of its PDB, which is kept if it is portable; null if it has none, or embeds it.</param>
    /// <param name="forms">The kinds of methods to redirect.</param>
    /// <param name="references">The assemblies that it refers to: the size of a constant is known to its enum type alone.</param>
    /// <param name="program">The program that deploys it with its references, if it is a third-party assembly; null if the program's
    /// project compiles it.</param>
    /// <param name="key">The key pair that signs it. If null, a signed assembly keeps its name and has no valid signature.</param>
    /// <param name="keyFolders">Where to look for a key file that the assembly's source names with an attribute.</param>
    /// <param name="linked">The names of the references that the same build has rewritten before, whose variants it may call. A program
    /// checks at its start that it has these; they are the first of the references. Null if it may run elsewhere than on .NET.</param>
    /// <returns>The assembly, its symbols (null as before), and what was done.</returns>
    /// <exception cref="RefusedException">The assembly can't be redirected; the message says why.</exception>
    public static (byte[] Assembly, byte[]? Symbols, Redirection Redirection) Redirect(
        byte[] assembly, byte[]? symbols, Forms forms, IReadOnlyList<string> references, byte[]? key,
        IReadOnlyList<string>? keyFolders = null, string? program = null, IReadOnlyList<string>? linked = null)
    {
        try
        {
            using ModuleDefinition module = Read(assembly, references);
            if (Refusal(module) is { } reason)
            {
                throw new RefusedException(reason);
            }

            Symbols? copied = Symbols.Read(module, assembly, symbols);
            key ??= StrongName.IsSigned(assembly) ? StrongName.FindKey(module.Assembly, keyFolders ?? []) : null;

            Plan plan = MakePlan(module, forms, references, program, linked);
            Redirection redirection = new(MethodForm.Of(module, plan, withBytes: false));
            Note(module, assembly, symbols, key, redirection.Notes);
            new Emitter(module, plan).Emit();
            if (module.EntryPoint is { } main)
            {
                Links.AddCheck(main, references.Take(linked?.Count ?? 0), plan.Types.Used);
            }

            References own = new(module);
            module.Assembly.CustomAttributes.Add(own.NewAttribute(
                own.OfTheCore("System.Reflection", MarkAttribute), Mark, (forms | Forms.Awaited).ToString().Replace(", ", ";")));
            using MemoryStream output = new();
            module.Write(
                output, new WriterParameters { DeterministicMvid = true, StrongNameKeyBlob = key, SymbolWriterProvider = copied });
            return (output.ToArray(), copied?.File, redirection);
        }
        catch (ResolutionException missing)
        {
            throw new RefusedException($"it uses '{missing.Member.FullName}', which is not among the references");
        }
    }

    /// <summary>Decides what becomes of a module's methods. Other assemblies may call the methods of a library, and its friends the
    /// internal ones; of a third-party assembly, only friends that are deployed. Nobody calls those of a program.</summary>
    private static Plan MakePlan(
        ModuleDefinition module, Forms forms, IReadOnlyList<string> references, string? program, IReadOnlyList<string>? linked)
    {
        bool hasFriends = References.FriendsOf(module).Any(friend => program is null
            || references.Select(Path.GetFileNameWithoutExtension).Append(program).Contains(friend, StringComparer.OrdinalIgnoreCase));
        VariantTypes types = new(module, linked ?? []);
        const string Autofac = "Autofac.Extras.DynamicProxy";
        string? obstacle = references.Any(static path => Path.GetFileNameWithoutExtension(path) == Autofac)
            ? $"{Autofac} refuses classes with internal interfaces"
            : linked is null && References.IsShownToProxies(module) && !References.IsOfNet(module)
                ? "proxies would see the variants' interfaces, which only .NET can hide"
                : null;
        return new Plan(module, new Model(module, types), types, forms, obstacle, method => module.EntryPoint is null && IsVisible(method));

        bool IsVisible(MethodDefinition method)
        {
            bool isVisible = method.IsPublic || method.IsFamily || method.IsFamilyOrAssembly || (method.IsAssembly && hasFriends);
            for (TypeDefinition? type = method.DeclaringType; type is not null && isVisible; type = type.DeclaringType)
            {
                isVisible = type.IsPublic || type.IsNestedPublic || type.IsNestedFamily || type.IsNestedFamilyOrAssembly
                    || (hasFriends && (type.IsNotPublic || type.IsNestedAssembly));
            }

            return isVisible;
        }
    }

    private static ModuleDefinition Read(byte[] assembly, IReadOnlyList<string> references)
    {
        try
        {
            return ModuleDefinition.ReadModule(
                new MemoryStream(assembly, writable: false), new ReaderParameters { AssemblyResolver = new Resolver(references) });
        }
        catch (BadImageFormatException)
        {
            throw new RefusedException("it is not an assembly of .NET");
        }
    }

    /// <summary>Why an assembly can't be redirected; null if it can.</summary>
    private static string? Refusal(ModuleDefinition module) =>
        module.Assembly is null ? "it is a module without an assembly"
        : module.Assembly.Name.Name == References.LibraryName ? "it is the library itself"
        : module.TypeSystem.CoreLibrary is ModuleDefinition ? "it is the runtime's core library"
        : MarkOf(module) is not null ? "it has been rewritten already"
        : (module.Attributes & (ModuleAttributes.ILOnly | ReadyToRun)) == 0 ? "it has native code of its own (mixed mode)"
        : module.Assembly.Modules.Count > 1 ? "it has several modules"
        : null;

    /// <summary>Notes what the copy can't keep.</summary>
    private static void Note(ModuleDefinition module, byte[] assembly, byte[]? symbols, byte[]? key, List<string> notes)
    {
        if (symbols is not null && module.SymbolReader is null)
        {
            notes.Add(
                Symbols.IsPortable(symbols)
                    ? "its symbols are those of another build, so they are dropped"
                    : "its symbols are a Windows PDB, so they are dropped; compile with DebugType=portable to keep them");
        }

        if ((module.Attributes & ReadyToRun) != 0)
        {
            // The code was compiled for the framework's builders. What remains runs anywhere.
            module.Attributes = (module.Attributes & ~ReadyToRun) | ModuleAttributes.ILOnly;
            module.Architecture = TargetArchitecture.I386;
            notes.Add("its native code (ReadyToRun) is dropped; publish with PublishReadyToRun to compile it again");
        }

        if (key is null && StrongName.IsSigned(assembly))
        {
            notes.Add(
                "it keeps its strong name, but its signature is no longer valid. .NET doesn't check it, and .NET Framework doesn't in an"
                + " application with full trust, except in the global assembly cache");
        }

        using PEReader reader = new(new MemoryStream(assembly));
        if (reader.PEHeaders.PEHeader!.CertificateTableDirectory.Size != 0)
        {
            notes.Add("its Authenticode signature is dropped");
        }
    }

    /// <summary>What was pooled of an assembly that is a redirected copy; null for any other.</summary>
    private static string? MarkOf(ModuleDefinition module) => module.Assembly?.CustomAttributes.FirstOrDefault(
            static one => one.AttributeType.Name == MarkAttribute && one.ConstructorArguments is { Count: 2 } arguments
                && arguments[0].Value is Mark)
        ?.ConstructorArguments[1].Value as string;

    /// <summary>Finds assemblies by their names, whatever their versions: among the references, else beside the runtime that this runs on,
    /// where the framework's enum types are the same.</summary>
    private sealed class Resolver(IReadOnlyList<string> references) : BaseAssemblyResolver
    {
        private readonly Dictionary<string, AssemblyDefinition?> _assemblies = new(StringComparer.OrdinalIgnoreCase);

        public override AssemblyDefinition? Resolve(AssemblyNameReference name, ReaderParameters parameters)
        {
            if (!_assemblies.TryGetValue(name.Name, out AssemblyDefinition? assembly))
            {
                string file = name.Name + ".dll";
                string path = references.FirstOrDefault(
                    path => string.Equals(Path.GetFileNameWithoutExtension(path), name.Name, StringComparison.OrdinalIgnoreCase)
                        && Path.GetExtension(path).ToUpperInvariant() is (".DLL" or ".EXE") && File.Exists(path))
                    ?? Path.Combine(Path.GetDirectoryName(typeof(object).Assembly.Location)!, file);
                assembly = !File.Exists(path)
                    ? null
                    : AssemblyDefinition.ReadAssembly(path, new ReaderParameters { AssemblyResolver = this, InMemory = true });
                _assemblies.Add(name.Name, assembly);
            }

            return assembly;
        }
    }
}

/// <summary>What was done to an assembly.</summary>
public sealed class Redirection(IReadOnlyList<MethodForm> methods)
{
    public IReadOnlyList<MethodForm> Methods => methods;

    /// <summary>What the copy could not keep, in sentences.</summary>
    public List<string> Notes { get; } = [];

    public override string ToString() => MethodForm.Summary(methods);
}

/// <summary>An assembly that can't be redirected. The message is the reason, and follows a colon.</summary>
#pragma warning disable CA1032 // the other constructors have no reason
public sealed class RefusedException(string reason) : Exception(reason);
#pragma warning restore CA1032
