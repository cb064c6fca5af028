using PooledAwait.Tests.Package;

namespace PooledAwait.Tests.Documents;

/// <summary>All C# that the documents show compiles without a warning and runs, from the documents themselves.</summary>
public class SnippetTests
{
    /// <summary>
    /// The documents that show C#, as paths from the repository's root; not the pages of folders, which show bad code too, nor
    /// CONTRIBUTING.md, whose example the suite's WalkthroughTests compile.
    /// </summary>
    public static TheoryData<string> Documents =>
    [
        .. Directory.EnumerateFiles(PackedLibrary.Root(), "*.md")
            .Concat(Directory.EnumerateFiles(Path.Combine(PackedLibrary.Root(), "docs"), "*.md"))
            .Where(static path => !path.EndsWith("CONTRIBUTING.md", StringComparison.Ordinal))
            .Where(static path => Snippet.Read(path, File.ReadAllText(path)).Length != 0)
            .Select(static path => Path.GetRelativePath(PackedLibrary.Root(), path).Replace('\\', '/'))
            .Order(StringComparer.Ordinal),
    ];

    /// <summary>All of them at once, because the compiler takes longer to start than for them.</summary>
    private static readonly Lazy<Assembly> s_compiled =
        new(static () => SnippetCompiler.Compile([.. Documents.Select<object[], string>(static row => (string)row[0]).Select(Read)]));

    [Theory]
    [MemberData(nameof(Documents))]
    public void Snippets_OfADocument_CompileAndRun(string document)
    {
        (IReadOnlyList<Snippet> snippets, string space, string? companion) = Read(document);
        Assembly assembly = s_compiled.Value;
        List<string> failures = [];
        foreach (Snippet snippet in snippets)
        {
            MethodInfo? run = assembly.GetType($"{space}.{snippet.Name}")!.GetMethod("Run", BindingFlags.Public | BindingFlags.Static);
            if (run is null)
            {
                failures.Add($"{snippet.Place}: nothing runs it. Declare 'partial class {snippet.Name}' with a Run method in {companion}.");
                continue;
            }

            try
            {
                Watchdog.Run(() => (Task)run.Invoke(null, null)!, () => snippet.Place);
            }
            catch (Exception exception)
            {
                failures.Add($"{snippet.Place}: {exception}");
            }
        }

        Assert.True(failures.Count == 0, string.Join(Environment.NewLine, failures));
    }

    private static (IReadOnlyList<Snippet> Snippets, string Space, string? Companion) Read(string document)
    {
        string name = Path.GetFileNameWithoutExtension(document);
        string companion = Path.Combine(Here(), "Companions", Path.ChangeExtension(Path.GetFileName(document), ".cs"));
        return (
            Snippet.Read(document, File.ReadAllText(Path.Combine(PackedLibrary.Root(), document))),
            "Documents." + new string([.. name.Select(static c => char.IsLetterOrDigit(c) ? c : '_')]),
            File.Exists(companion) ? companion : null);
    }

    [Fact]
    public void Compile_OfASnippetWithAnError_SaysTheDocumentsLine()
    {
        Snippet[] snippets = Snippet.Read("page.md", "text\n\n```csharp\nint value = 1;\nstring text = value;\n```\n");
        Exception exception = Assert.ThrowsAny<Exception>(() => SnippetCompiler.Compile((snippets, "Space", null)));
        Assert.Contains("page.md(5,15): error CS0029", exception.Message, StringComparison.Ordinal);
    }

    private static string Here([CallerFilePath] string here = "") => Path.GetDirectoryName(here)!;
}
