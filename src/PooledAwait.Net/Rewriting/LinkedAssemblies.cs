using System.ComponentModel;
using System.IO;
using System.Reflection;

namespace PooledAwait.Rewriting;

/// <summary>What a rewritten program does first. Its assemblies call members that the build has added to each other. If somebody has copied
/// another version over one of them, such a call would throw MissingMethodException at any time. Not for use in code.</summary>
[EditorBrowsable(EditorBrowsableState.Never)]
public static class LinkedAssemblies
{
    /// <summary>Throws if an assembly isn't the one that the program was built with. A missing assembly is left to the call that needs it.
    /// Does nothing in a trimmed or native program, whose assemblies nobody replaces.</summary>
    /// <param name="builtWith">Names and module version ids: <c>Shop=id,id;Driver=id</c>.</param>
    /// <exception cref="InvalidOperationException">An assembly was replaced.</exception>
    public static void Check(string builtWith)
    {
        Failures.ThrowIfNull(builtWith);
        foreach (string one in builtWith.Split(';'))
        {
            int end = one.IndexOf('=');
            Assembly assembly;
            try
            {
                assembly = Assembly.Load(new AssemblyName(one.Substring(0, end)));
            }
            catch (IOException)
            {
                continue;
            }

            if (one.IndexOf(assembly.ManifestModule.ModuleVersionId.ToString("N"), end, StringComparison.Ordinal) < 0)
            {
                throw new InvalidOperationException(
                    $"'{assembly.GetName().Name}' was replaced since this program was built, and other assemblies call what its build has"
                    + " added to it. Build the program again, with the new version.");
            }
        }
    }
}
