using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Reflection;
using System.Runtime.Loader;

namespace PooledAwait.Tests.Documents;

/// <summary>Compiles the snippets of a document, with its companion, by the compiler of the SDK that these tests were built with.</summary>
internal static class SnippetCompiler
{
    private static readonly string s_compiler =
        typeof(SnippetCompiler).Assembly.GetCustomAttributes<AssemblyMetadataAttribute>()
            .Single(static data => data.Key == "Compiler").Value!;

    /// <summary>Compiles the snippets of documents to one assembly, which is loaded.</summary>
    /// <param name="documents">Each document's snippets, the namespace of their classes, and the path of its companion or null.</param>
    /// <returns>The assembly. What the compiler has to complain of fails the test, warnings too.</returns>
    internal static Assembly Compile(params (IReadOnlyList<Snippet> Snippets, string Space, string? Companion)[] documents)
    {
        DirectoryInfo folder = Directory.CreateTempSubdirectory("PooledAwait.Documents.");
        try
        {
            string output = Path.Combine(folder.FullName, documents[0].Space + ".dll");
            List<string> arguments =
            [
                "-nologo", "-nostdlib", "-target:library", "-langversion:latest", "-nullable:enable", "-warnaserror", "-optimize",

                // What a snippet declares and does not use is for the reader.
                "-nowarn:CS0105,CS0168,CS0219,CS1998,CS8321,CS8019,CS1701,CS1702",
                $"-out:\"{output}\"",
                .. References().Select(static path => $"-r:\"{path}\""),
            ];
            foreach ((IReadOnlyList<Snippet> snippets, string space, string? companion) in documents)
            {
                bool hasGiven =
                    companion is not null && File.ReadAllText(companion).Contains("static class Given", StringComparison.Ordinal);
                foreach (Snippet snippet in snippets)
                {
                    string file = Path.Combine(folder.FullName, $"{space}.{snippet.Name}.cs");
                    File.WriteAllText(file, snippet.ToSource(space, hasGiven));
                    arguments.Add($"\"{file}\"");
                }

                if (companion is not null)
                {
                    arguments.Add($"\"{companion}\"");
                }
            }

            string response = Path.Combine(folder.FullName, "arguments.rsp");
            File.WriteAllLines(response, arguments);
            DotNetCommand.Run(folder.FullName, "exec", s_compiler, "-noconfig", "@" + response);
            using MemoryStream image = new(File.ReadAllBytes(output));
            return new AssemblyLoadContext(documents[0].Space, isCollectible: false).LoadFromStream(image);
        }
        finally
        {
            folder.Delete(recursive: true);
        }
    }

    private static IEnumerable<string> References()
    {
        string framework = Path.GetDirectoryName(typeof(object).Assembly.Location)!;
        return ((string)AppContext.GetData("TRUSTED_PLATFORM_ASSEMBLIES")!).Split(Path.PathSeparator)
            .Where(path => Path.GetDirectoryName(path) == framework)
            .Append(typeof(PooledValueTask).Assembly.Location)
            .Append(typeof(Assert).Assembly.Location);
    }
}
