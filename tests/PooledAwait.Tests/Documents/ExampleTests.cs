using System.ComponentModel;

namespace PooledAwait.Tests.Documents;

/// <summary>The examples in the library's XML documentation: each public type has one, and all compile without a warning.</summary>
public class ExampleTests
{
    private static readonly XElement[] s_members =
        [.. XElement.Load(Path.ChangeExtension(typeof(PooledValueTask).Assembly.Location, ".xml")).Descendants("member")];

    [Fact]
    public void Types_ThatUsersName_HaveAnExample()
    {
        HashSet<string> shown =
            [.. from member in s_members where member.Element("example") is not null select (string)member.Attribute("name")!];

        Assert.Empty(
            from type in typeof(PooledValueTask).Assembly.GetExportedTypes()
            where !IsForTheCompiler(type) && !shown.Contains("T:" + type.FullName)
            select type.FullName);
    }

    [Fact]
    public void Examples_OfAllMembers_Compile()
    {
        Snippet[] examples =
        [
            .. s_members.SelectMany(static member => member.Elements("example").Descendants("code"))
                .Select(static (code, index) => new Snippet(Member(code), 1, "Example" + index, Lines(code.Value))),
        ];

        Assert.NotEmpty(examples);
        SnippetCompiler.Compile((examples, "Documents.Examples", Companion()));
    }

    /// <summary>What a compiler calls, and nobody writes.</summary>
    private static bool IsForTheCompiler(Type type) =>
        type.IsNested
        || type.GetCustomAttribute<EditorBrowsableAttribute>()?.State == EditorBrowsableState.Never
        || type.Name.StartsWith("Configured", StringComparison.Ordinal)
        || type.Name.StartsWith("PooledValueTaskAwaiter", StringComparison.Ordinal);

    private static string Member(XElement code) => (string)code.Ancestors("member").First().Attribute("name")!;

    /// <summary>The lines without what indents them all.</summary>
    private static string[] Lines(string code)
    {
        string[] lines = code.ReplaceLineEndings("\n").Trim('\n').TrimEnd().Split('\n');
        int indent = lines.Where(static line => line.Trim().Length != 0).Min(static line => line.Length - line.TrimStart().Length);
        return [.. lines.Select(line => line.Length < indent ? string.Empty : line[indent..])];
    }

    private static string Companion([CallerFilePath] string here = "") =>
        Path.Combine(Path.GetDirectoryName(here)!, "Companions", "Examples.cs");
}
