using System.Reflection.Metadata;
using System.Reflection.PortableExecutable;
using PooledAwait.Build;
using PooledAwait.Tool.Folders;

namespace PooledAwait.Tool.Measuring;

/// <summary>The assemblies that the watched program has loaded: where they come from, and what their types are.</summary>
internal sealed class Modules
{
    private static readonly HashSet<string> s_operations =
    [
        "Task", "Task`1", "TaskCompletionSource", "TaskCompletionSource`1", "TaskContinuation", "IValueTaskSource", "IValueTaskSource`1",
    ];

    private readonly ProgramFolder? _program;
    private readonly string[] _paths;
    private readonly string _frameworkFolder;
    private readonly Dictionary<string, Module?> _modules = [];

    internal Modules(IEnumerable<string> paths)
    {
        _paths = [.. paths.Where(File.Exists)];
        _program = FindProgram();
        _frameworkFolder = Path.GetDirectoryName(
            _paths.FirstOrDefault(static path => Path.GetFileName(path) == "System.Private.CoreLib.dll")) ?? "";
    }

    /// <summary>The program's name; null if its folder wasn't found.</summary>
    internal string? ProgramName => _program?.Name;

    internal static string NameOf(string path) => path.Length == 0 ? "unknown" : Path.GetFileNameWithoutExtension(path);

    internal Origin OriginOf(string path)
    {
        string name = Path.GetFileNameWithoutExtension(path);
        bool isInProgram = _program is not null
            && string.Equals(Path.GetDirectoryName(path), _program.Folder, StringComparison.OrdinalIgnoreCase);
        return isInProgram ? _program!.OriginOf(path)
            : path.Length == 0 || Path.GetDirectoryName(path) == _frameworkFolder || IsShared(path)
                || (_program is null && name.Split('.')[0] is "System" or "Microsoft")
                ? Origin.Framework
            : Origin.ThirdParty;
    }

    /// <summary>Whether the package can rewrite an assembly, and hasn't yet.</summary>
    internal bool CanBeRewritten(string path) =>
        OriginOf(path) != Origin.Framework && NameOf(path) != ProgramFolder.Library && Find(path) is { IsRewritten: false };

    /// <summary>Finds out which calls would take variants if all assemblies were rewritten that can be.</summary>
    internal PooledCalls Foretell(IEnumerable<string> paths)
    {
        PooledCalls calls = new();
        string copies = Directory.CreateTempSubdirectory("pooledawait").FullName;
        try
        {
            string library = ProgramFolder.PathOfLibrary(_program?.Version ?? Environment.Version.Major);
            DeployedAssemblies deployed = new([library, .. _paths], ProgramName ?? "", link: true);
            foreach (string path in DeployedAssemblies.Ordered(paths.Where(CanBeRewritten)))
            {
                try
                {
                    calls.Add(deployed.Foretell(path, Forms.Awaited, OriginOf(path) == Origin.Own, copies));
                }
                catch (RefusedException)
                {
                    // It stays as it is.
                }
            }
        }
        finally
        {
            Directory.Delete(copies, recursive: true);
        }

        return calls;
    }

    /// <summary>Whether a class is the state machine of an async method or an async iterator.</summary>
    internal bool IsStateMachine(string path, string simpleName) =>
        Find(path)?.Types(simpleName).Any(type => Find(path)!.Implements(type, "IAsyncStateMachine")) == true;

    /// <summary>Where the type is that a name means which has lost its outer types: in the assemblies of the stack, else in any. Null if it
    /// is no operation that can be awaited, and no continuation of one.</summary>
    internal string? FindOperation(string typeName, IReadOnlyList<Frame> stack)
    {
        const int Near = 6;
        string name = typeName[(typeName.LastIndexOf('+') + 1)..];
        IEnumerable<string> near = stack.Take(Near).Select(static frame => frame.Module).Where(static path => path.Length > 0);
        foreach (string path in name.Contains('.', StringComparison.Ordinal) ? near.Concat(_paths).Distinct() : near.Distinct())
        {
            if (Find(path) is { } module && module.Types(name).ToArray() is [_, ..] found)
            {
                return found.Any(type => IsOperation(module, type, depth: 0)) ? path : null;
            }
        }

        return null;
    }

    private static bool IsShared(string path) =>
        Path.GetFileName(Path.GetDirectoryName(Path.GetDirectoryName(Path.GetDirectoryName(path)))) == "shared";

    private bool IsOperation(Module module, TypeDefinitionHandle type, int depth)
    {
        const int Deep = 10;
        if (s_operations.Any(name => module.Implements(type, name)))
        {
            return true;
        }

        return depth < Deep && module.BaseOf(type) is { } based
            && (s_operations.Contains(based[(based.LastIndexOf('.') + 1)..])
                || _paths.Any(path => Find(path) is { } other && (other == module || based.Contains('.', StringComparison.Ordinal))
                    && other.Types(based).Any(one => IsOperation(other, one, depth + 1))));
    }

    private ProgramFolder? FindProgram()
    {
        foreach (string path in _paths)
        {
            if (File.Exists(Path.ChangeExtension(path, ".runtimeconfig.json")))
            {
                return ProgramFolder.Of(path);
            }
        }

        return null;
    }

    private Module? Find(string path)
    {
        if (!_modules.TryGetValue(path, out Module? module))
        {
            _modules.Add(path, module = Module.Read(path));
        }

        return module;
    }

    /// <summary>The metadata of one assembly.</summary>
    private sealed class Module
    {
        private readonly MetadataReader _metadata;
        private readonly ILookup<string, TypeDefinitionHandle> _types;

        private Module(byte[] image)
        {
            _metadata = new PEReader(new MemoryStream(image)).GetMetadataReader();
            _types = _metadata.TypeDefinitions.ToLookup(NameOf, StringComparer.Ordinal);
            IsRewritten = Redirector.IsRedirected(image);
        }

        internal bool IsRewritten { get; }

        internal static Module? Read(string path)
        {
            try
            {
                return new(File.ReadAllBytes(path));
            }
            catch (Exception exception) when (exception is IOException or InvalidOperationException or BadImageFormatException
                or RefusedException or ArgumentException or UnauthorizedAccessException)
            {
                // In memory, or inside a single file: then nothing is known of its types.
                return null;
            }
        }

        /// <summary>The types of a name: with the namespace, or of a nested type alone.</summary>
        internal IEnumerable<TypeDefinitionHandle> Types(string name) => _types[name];

        internal bool Implements(TypeDefinitionHandle type, string name) => _metadata.GetTypeDefinition(type).GetInterfaceImplementations()
            .Any(one => NameOf(_metadata.GetInterfaceImplementation(one).Interface).Split('.')[^1] == name);

        internal string? BaseOf(TypeDefinitionHandle type) =>
            _metadata.GetTypeDefinition(type).BaseType is { IsNil: false } based ? NameOf(based) : null;

        private string NameOf(TypeDefinitionHandle handle)
        {
            TypeDefinition type = _metadata.GetTypeDefinition(handle);
            return WithNamespace(type.Namespace, type.Name);
        }

        private string NameOf(EntityHandle type)
        {
            switch (type.Kind)
            {
                case HandleKind.TypeDefinition:
                    return NameOf((TypeDefinitionHandle)type);
                case HandleKind.TypeReference:
                    TypeReference reference = _metadata.GetTypeReference((TypeReferenceHandle)type);
                    return WithNamespace(reference.Namespace, reference.Name);
                case HandleKind.TypeSpecification:
                    BlobReader signature = _metadata.GetBlobReader(_metadata.GetTypeSpecification((TypeSpecificationHandle)type).Signature);
                    return TypeIn(ref signature) is { } inner ? NameOf(inner) : "";
                default:
                    return "";
            }
        }

        /// <summary>The type that a signature begins with, or the generic one that it instantiates.</summary>
        private static EntityHandle? TypeIn(ref BlobReader signature)
        {
            SignatureTypeCode code = signature.ReadSignatureTypeCode();
            if (code == SignatureTypeCode.GenericTypeInstance)
            {
                code = signature.ReadSignatureTypeCode();
            }

            return code == SignatureTypeCode.TypeHandle ? signature.ReadTypeHandle() : null;
        }

        private string WithNamespace(StringHandle space, StringHandle name) =>
            space.IsNil ? _metadata.GetString(name) : $"{_metadata.GetString(space)}.{_metadata.GetString(name)}";
    }
}
