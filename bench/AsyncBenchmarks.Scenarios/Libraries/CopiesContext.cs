#if NET10_0_OR_GREATER
using System.Collections.Concurrent;
using System.Diagnostics.CodeAnalysis;
using System.Reflection;
using System.Runtime.Loader;

namespace AsyncBenchmarks.Libraries;

/// <summary>
/// An assembly with those that it calls, as they lie in a folder of rewritten copies. What isn't there lies beside the program. A process
/// measures one row; the tests have them all in one, so that each needs a context of its own.
/// </summary>
internal sealed class CopiesContext : AssemblyLoadContext
{
    private static readonly ConcurrentDictionary<string, CopiesContext> s_contexts = new();

    private readonly string _folder;
    private readonly string[] _names;

    private CopiesContext(string folder, string[] names)
        : base(names[0] + "/" + folder) => (_folder, _names) = (folder, names);

    /// <param name="folder">The folder, below the program's; empty for the originals.</param>
    /// <param name="names">The assemblies that the row has copies of.</param>
    [UnconditionalSuppressMessage("Trimming", "IL2026", Justification = "A native program makes no context.")]
    [UnconditionalSuppressMessage("Trimming", "IL2072", Justification = "The same.")]
    public static object Create(string folder, string[] names, string type, params object[] arguments) => Activator.CreateInstance(
        s_contexts.GetOrAdd(names[0] + "/" + folder, _ => new CopiesContext(folder, names)).LoadFromAssemblyName(new AssemblyName(names[0]))
            .GetType(type, throwOnError: true)!,
        arguments)!;

    [UnconditionalSuppressMessage("Trimming", "IL2026", Justification = "A native program makes no context.")]
    protected override Assembly? Load(AssemblyName assemblyName)
    {
        string file = assemblyName.Name + ".dll";
        string copy = Path.Combine(AppContext.BaseDirectory, _folder, file);
        return !_names.Contains(assemblyName.Name) ? null
            : LoadFromAssemblyPath(File.Exists(copy) ? copy : Path.Combine(AppContext.BaseDirectory, file));
    }
}
#endif
