namespace PooledAwait.Build;

/// <summary>The assemblies that a program deploys together. They are rewritten one after the other, so that each may call variants of those
/// that came before.</summary>
/// <param name="references">The assemblies that they refer to.</param>
/// <param name="program">The program that deploys them; empty if one assembly is rewritten in its own build.</param>
/// <param name="link">Whether one may call variants of another. Only .NET lets it.</param>
public sealed class DeployedAssemblies(IEnumerable<string> references, string program, bool link)
{
    private readonly List<string> _linked = [];
    private readonly string[] _references = [.. references];

    /// <summary>The assemblies whose variants the next one may call.</summary>
    public IReadOnlyList<string> Linked => _linked;

    private string[] References => [.. _linked, .. _references];

    private string[]? LinkedNames => link ? [.. _linked.Select(Path.GetFileNameWithoutExtension)] : null;

    /// <summary>Each assembly after those that it refers to, whose variants it may call. The keys are their names, but where one is there
    /// several times, for several platforms.</summary>
    public static IReadOnlyList<T> Ordered<T>(IReadOnlyDictionary<string, T> assemblies, Func<T, string> pathOf)
    {
        List<T> ordered = [];
        HashSet<string> seen = new(StringComparer.OrdinalIgnoreCase);
        foreach (string name in assemblies.Keys)
        {
            Visit(name);
        }

        return ordered;

        void Visit(string name)
        {
            if (assemblies.TryGetValue(name, out T? one) && seen.Add(name))
            {
                foreach (string reference in Redirector.ReferencesOf(pathOf(one)))
                {
                    Visit(reference);
                }

                ordered.Add(one);
            }
        }
    }

    /// <summary>Paths by the names of their assemblies. If several have one name, the last wins.</summary>
    public static IReadOnlyList<string> Ordered(IEnumerable<string> paths)
    {
        ILookup<string, string> byName = paths.ToLookup(Path.GetFileNameWithoutExtension, StringComparer.OrdinalIgnoreCase);
        return Ordered(byName.ToDictionary(static one => one.Key, Enumerable.Last, StringComparer.OrdinalIgnoreCase), static path => path);
    }

    /// <summary>Lets those that follow call an assembly's variants.</summary>
    public void Link(string path)
    {
        if (link)
        {
            _linked.Add(path);
        }
    }

    /// <summary>Lets those that follow call the variants of assemblies that were rewritten before.</summary>
    public void LinkRewritten(IEnumerable<string> paths) => _linked.AddRange(paths.Where(
        static path => Path.GetExtension(path) == ".dll" && File.Exists(path) && Redirector.HasVariants(path)));

    /// <summary>Rewrites an assembly, as <see cref="Redirector.Redirect"/>. Its symbols are beside it. One of a project isn't a third-party
    /// assembly.</summary>
    public (byte[] Assembly, byte[]? Symbols, Redirection Redirection) Redirect(
        string path, Forms forms, bool isOfAProject, byte[]? key = null, IReadOnlyList<string>? keyFolders = null)
    {
        string symbols = Path.ChangeExtension(path, ".pdb");
        return Redirector.Redirect(
            File.ReadAllBytes(path), File.Exists(symbols) ? File.ReadAllBytes(symbols) : null, forms, References, key, keyFolders,
            DeployerOf(isOfAProject), LinkedNames);
    }

    /// <summary>Adds to a report what would become of an assembly; the forms are null if it isn't pooled yet. A rewritten copy goes into
    /// the folder, for those that refer to it.</summary>
    /// <returns>A sentence for the console.</returns>
    public string AddTo(Report report, string path, Forms? forms, bool isOfAProject, string folder)
    {
        string name = Path.GetFileNameWithoutExtension(path);
        if (Redirector.IsRedirected(File.ReadAllBytes(path)))
        {
            return $"{name}: pooled in its own build.";
        }

        IReadOnlyList<MethodForm> methods = Foretell(path, forms ?? Forms.Awaited, isOfAProject, folder);
        report.Add(name, forms ?? Forms.Awaited, forms is not null, methods);
        return $"{name}: {MethodForm.Summary(methods)}.";
    }

    /// <summary>Says what would become of an assembly's async methods, and makes a copy as above.</summary>
    public IReadOnlyList<MethodForm> Foretell(string path, Forms forms, bool isOfAProject, string folder)
    {
        byte[] bytes = File.ReadAllBytes(path);
        string? deployer = DeployerOf(isOfAProject);
        IReadOnlyList<MethodForm> methods = Redirector.Foretell(bytes, forms, References, deployer, LinkedNames);
        if (link)
        {
            string copy = Path.Combine(folder, Path.GetFileNameWithoutExtension(path) + ".dll");
            Directory.CreateDirectory(folder);
            SharedFile.Write(copy, Redirector.Redirect(bytes, null, forms, References, null, null, deployer, LinkedNames).Assembly);
            _linked.Add(copy);
        }

        return methods;
    }

    /// <summary>The program that deploys a third-party assembly, and so decides which of its friends there are.</summary>
    private string? DeployerOf(bool isOfAProject) => program.Length == 0 || isOfAProject ? null : program;
}
