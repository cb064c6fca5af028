using PooledAwait.Tests.Package;

namespace PooledAwait.Tests.Conventions;

/// <summary>What the documents point to is there: files, and the tests that prove what is said.</summary>
public partial class DocumentationTests
{
    [Fact]
    public void Links_OfEveryDocument_LeadToAFile() => Assert.Empty(
        from link in Documents().SelectMany(Links)
        where !File.Exists(link.Target) && !Directory.Exists(link.Target)
        select link.Place);

    [Fact]
    public void LinksToSections_OfEveryDocument_LeadToAHeading() => Assert.Empty(
        from document in Documents()
        from Match link in SectionLink().Matches(File.ReadAllText(document))
        let target = link.Groups[1].Length == 0
            ? document
            : Path.GetFullPath(Path.Combine(Path.GetDirectoryName(document)!, link.Groups[1].Value))
        where !link.Groups[1].Value.Contains("://", StringComparison.Ordinal)
            && target.EndsWith(".md", StringComparison.Ordinal)
            && File.Exists(target)
            && !Title().Matches(File.ReadAllText(target)).Any(title => Anchor(title.Groups[1].Value) == link.Groups[2].Value)
        select $"{Path.GetFileName(document)} → {link.Groups[1].Value}#{link.Groups[2].Value}");

    [Fact]
    public void LinksToTests_OfEveryDocument_NameTheClassAndItsTests() => Assert.Empty(
        from link in Documents().SelectMany(Links)
        where IsTest(link) && File.Exists(link.Target)
        let names = link.Text.Split('.')
        let source = File.ReadAllText(link.Target)
        where names[0] != Path.GetFileNameWithoutExtension(link.Target)
            || !names.Skip(1).All(name => source.Contains($" {name}(", StringComparison.Ordinal))
        select $"{link.Place}: {link.Text}");

    private static bool IsTest((string Place, string Text, string Target) link) =>
        link.Target.StartsWith(Path.Combine(PackedLibrary.Root(), "tests"), StringComparison.Ordinal)
            && link.Target.EndsWith(".cs", StringComparison.Ordinal);

    private static IEnumerable<(string Place, string Text, string Target)> Links(string document) =>
        from match in Link().Matches(File.ReadAllText(document))
        where !match.Groups[2].Value.Contains("://", StringComparison.Ordinal)
        select Follow(document, match);

    private static (string Place, string Text, string Target) Follow(string document, Match link)
    {
        string target = link.Groups[2].Value;
        return ($"{Path.GetFileName(document)} → {target}", link.Groups[1].Value, Path.GetFullPath(
            Path.Combine(Path.GetDirectoryName(document)!, target)));
    }

    private static IEnumerable<string> Documents() =>
        Directory.EnumerateFiles(PackedLibrary.Root(), "*.md").Concat(
            new[] { "docs", "samples", "lab" }.Select(static folder => Path.Combine(PackedLibrary.Root(), folder)).Where(Directory.Exists)
                .SelectMany(static folder => Directory.EnumerateFiles(folder, "*.md", SearchOption.AllDirectories))
                .Where(static file => !Path.GetRelativePath(PackedLibrary.Root(), file).Split(Path.DirectorySeparatorChar)
                    .Any(static part => part is "bin" or "obj")));

    /// <summary>The anchor that GitHub gives a heading.</summary>
    private static string Anchor(string title) =>
        string.Concat(title.Trim().ToLowerInvariant().Where(static c => char.IsLetterOrDigit(c) || c is ' ' or '-' or '_').Select(
            static c => c == ' ' ? '-' : c));

    [GeneratedRegex(@"\[([^\]]+)\]\(([^)#\s]+)(?:#[^)\s]*)?\)")]
    private static partial Regex Link();

    [GeneratedRegex(@"\]\(([^)#\s]*)#([^)\s]+)\)")]
    private static partial Regex SectionLink();

    [GeneratedRegex(@"^#+ (.+)$", RegexOptions.Multiline)]
    private static partial Regex Title();
}
