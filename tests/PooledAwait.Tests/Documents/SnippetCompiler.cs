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
        using TemporaryFolder folder = new("PooledAwait.Documents.");
        string output = Path.Combine(folder.Path, documents[0].Space + ".dll");
        string usings = Path.Combine(folder.Path, "Usings.cs");
        File.WriteAllLines(usings, Snippet.ImplicitUsings.Select(static name => $"global using {name};"));
        List<string> arguments =
        [
            "-nologo", "-nostdlib", "-target:library", "-langversion:latest", "-nullable:enable", "-warnaserror", "-optimize",

            // What a snippet declares and does not use is for the reader.
            "-nowarn:CS0105,CS0168,CS0219,CS1998,CS8321,CS8019,CS1701,CS1702",
            $"-out:\"{output}\"",
            .. References().Select(static path => $"-r:\"{path}\""),
            $"\"{usings}\"",
        ];
        foreach ((IReadOnlyList<Snippet> snippets, string space, string? companion) in documents)
        {
            bool hasGiven =
                companion is not null && File.ReadAllText(companion).Contains("static class Given", StringComparison.Ordinal);
            foreach (Snippet snippet in snippets)
            {
                string file = Path.Combine(folder.Path, $"{space}.{snippet.Name}.cs");
                File.WriteAllText(file, snippet.ToSource(space, hasGiven));
                arguments.Add($"\"{file}\"");
            }

            if (companion is not null)
            {
                arguments.Add($"\"{companion}\"");
            }
        }

        DotNetCommand.Compile(folder.Path, s_compiler, arguments);
        using MemoryStream image = new(File.ReadAllBytes(output));
        return new AssemblyLoadContext(documents[0].Space, isCollectible: false).LoadFromStream(image);
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

/// <summary>A fence of C# in a document, and the class that it is compiled as.</summary>
/// <remarks>
/// <code>
/// ```csharp                 statements: the body of the class's Run method
/// ```csharp Name            as above, in a class of that name; without one it is Snippet1, Snippet2, …
/// </code>
/// Methods, fields and types without statements beside them are members of the class. A class that has no Run method by its fence
/// gets one from the document's companion, <c>Companions/&lt;document&gt;.cs</c>, which declares the other part of the class, and in a
/// static class <c>Given</c> what snippets refer to without showing it.
/// </remarks>
internal sealed partial class Snippet
{
    private readonly string[] _lines;

    internal Snippet(string document, int line, string name, string[] lines)
    {
        Document = document;
        Line = line;
        Name = name;
        _lines = lines;
    }

    internal string Document { get; }

    /// <summary>The number of the first line of code.</summary>
    internal int Line { get; }

    internal string Name { get; }

    internal string Place => $"{Document}:{Line}";

    private bool HasStatements => _lines.Any(static line => line.Length > 0 && !NoStatement().IsMatch(line));

    /// <summary>All snippets of a document.</summary>
    /// <param name="document">The document's path, as messages show it.</param>
    internal static Snippet[] Read(string document, string text)
    {
        List<Snippet> snippets = [];
        string[] lines = text.ReplaceLineEndings("\n").Split('\n');
        for (int i = 0; i < lines.Length; i++)
        {
            Match fence = Fence().Match(lines[i]);
            if (!fence.Success)
            {
                continue;
            }

            int begin = i + 1;
            int indent = fence.Groups["indent"].Length;
            string mark = indent == 0 ? "```" : fence.Groups["indent"].Value + "```";
            while (++i < lines.Length && lines[i].TrimEnd() != mark)
            {
            }

            if (i == lines.Length)
            {
                throw new InvalidDataException($"{document}:{begin}: the fence does not end.");
            }

            string name = fence.Groups["name"].Value;
            snippets.Add(new Snippet(
                document,
                begin + 1,
                name.Length == 0 ? "Snippet" + (snippets.Count + 1).ToString(CultureInfo.InvariantCulture) : name,
                [.. lines[begin..i].Select(line => line.Length < indent ? string.Empty : line[indent..])]));
        }

        return [.. snippets];
    }

    /// <summary>The snippet as a C# file, whose errors are reported at the document's lines.</summary>
    /// <param name="space">The document's namespace.</param>
    /// <param name="hasGiven">Whether the companion has a class of what is given.</param>
    internal string ToSource(string space, bool hasGiven)
    {
        StringBuilder source = new();
        // A snippet that shows its usings shows all that it needs: a reader copies them.
        if (!_lines.Any(static line => Using().IsMatch(line)))
        {
            source.Append("using PooledAwait;\n");
        }

        if (hasGiven)
        {
            source.Append("using static ").Append(space).Append(".Given;\n");
        }

        foreach (string line in _lines.Where(static line => Using().IsMatch(line)))
        {
            source.Append(line).Append('\n');
        }

        source.Append("namespace ").Append(space).Append(";\n");
        source.Append("public partial class ").Append(Name).Append(" {\n");
        source.Append(HasStatements ? "public static async Task Run() { await Task.CompletedTask;\n" : string.Empty);
        source.Append(CultureInfo.InvariantCulture, $"#line {Line} \"{Document}\"\n");

        // As in a program, types come after the statements.
        int types = HasStatements ? Array.FindIndex(_lines, static line => TypeDeclaration().IsMatch(line)) : -1;
        for (int i = 0; i < _lines.Length; i++)
        {
            source.Append(i == types ? "} " : string.Empty).Append(Using().IsMatch(_lines[i]) ? string.Empty : _lines[i]).Append('\n');
        }

        return source.Append("#line hidden\n").Append(HasStatements && types < 0 ? "}\n}\n" : "}\n").ToString();
    }

    /// <summary>Those of a new console project.</summary>
    internal static string[] ImplicitUsings { get; } =
    [
        "System", "System.Collections.Generic", "System.IO", "System.Linq", "System.Net.Http", "System.Threading",
        "System.Threading.Tasks",
    ];

    [GeneratedRegex(@"^(?<indent>\s*)```(csharp|cs|c#)\b\s*(?<name>\w*)\s*$")]
    private static partial Regex Fence();

    [GeneratedRegex(@"^using\s+(static\s+)?[\w.]+(\s*=\s*[\w.<>,\s]+)?\s*;\s*(//.*)?$")]
    private static partial Regex Using();

    [GeneratedRegex(@"^(class|struct|interface|record|enum)\s")]
    private static partial Regex TypeDeclaration();

    /// <summary>Lines that begin at the margin and are no statements: comments, attributes, braces, declarations with a modifier.</summary>
    [GeneratedRegex(
        @"^(\s|//|\[[^\]]*\]\s*$|[{}]|using\s+(static\s+)?[\w.]+(\s*=.*)?;"
        + @"|(\[[^\]]*\]\s*)*((public|internal|private|protected|static|async|abstract|sealed|override|virtual|readonly|partial)\s)"
        + @"|(class|struct|interface|record|enum|delegate)\s)")]
    private static partial Regex NoStatement();
}
