using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Runtime.CompilerServices;
using System.Text;
using System.Text.RegularExpressions;

namespace PooledAwait.Tests.Conventions;

/// <summary>What a machine can check of the house voice: short sentences, standard terms, and a README of one page.</summary>
public partial class ProseTests
{
    internal const int WordsOnAverage = 25;
    internal const int WordsAtMost = 35;
    private const int LinesOfReadme = 120;

    /// <summary>Every document that users read.</summary>
    public static TheoryData<string> Documents => [.. Files().Select(file => Path.GetRelativePath(Root(), file).Replace('\\', '/'))];

    [Fact]
    public void Readme_FitsOnePage() => Assert.InRange(File.ReadAllLines(Path.Combine(Root(), "README.md")).Length, 40, LinesOfReadme);

    [Theory]
    [MemberData(nameof(Documents))]
    public void Sentences_OfADocument_AreShort(string document)
    {
        List<string> sentences = Sentences(File.ReadAllText(Path.Combine(Root(), document)));

        Assert.Equal(
            string.Empty,
            string.Join("\n", sentences.Where(sentence => Words(sentence) > WordsAtMost)
                .Select(sentence => $"{Words(sentence)} words: {sentence}")));
        Assert.InRange(sentences.Count == 0 ? 0 : sentences.Average(Words), 0, WordsOnAverage);
    }

    [Theory]
    [MemberData(nameof(Documents))]
    public void Terms_OfADocument_AreTheStandardOnes(string document)
    {
        string text = WithoutCode(File.ReadAllText(Path.Combine(Root(), document)));

        Assert.Equal(string.Empty, string.Join("\n", Dialect().Matches(text).Select(match => match.Value)));
    }

    [Fact]
    public void Sentences_OfAText_AreFoundWithoutCodeTablesAndLinks()
    {
        const string Text = """
            # A heading. With two sentences.

            One `a.b()` sentence, with [a link](x.md). And another: after a colon?

            ```csharp
            var code = "Is left out. All of it.";
            ```

            | a table. | is left out. |

            - A list item without an end
            - another one
            """;

        Assert.Equal(
            ["One Code sentence, with a link.", "And another: after a colon?", "A list item without an end", "another one"],
            Sentences(Text));
    }

    [Theory]
    [InlineData("Methods that await skip the lookup.", false)]
    [InlineData("It is the one who flows.", true)]
    [InlineData("The token has been everything it can be.", true)]
    public void Dialect_IsRecognised(string text, bool expected) => Assert.Equal(expected, Dialect().IsMatch(text));

    /// <summary>Sentences of running text: without headings, code, tables and the addresses of links.</summary>
    private static List<string> Sentences(string markdown)
    {
        List<string> sentences = [];
        StringBuilder block = new();
        foreach (string line in WithoutCode(markdown).Split('\n').Append(string.Empty))
        {
            string text = line.Trim();
            bool isItem = Item().IsMatch(text);
            bool isProse = text.Length > 0 && text[0] is not ('#' or '|' or '<');
            if (!isProse || isItem)
            {
                sentences.AddRange(
                    End().Split(block.ToString()).Select(sentence => sentence.Trim()).Where(sentence => Words(sentence) > 1));
                block.Clear();
            }

            if (isProse)
            {
                block.Append(isItem ? Item().Replace(text, string.Empty) : text).Append(' ');
            }
        }

        return sentences;
    }

    private static string WithoutCode(string markdown) =>
        LinkAddress().Replace(InlineCode().Replace(Fence().Replace(markdown, "\n"), "Code"), "$1");

    /// <summary>The words of a sentence, of text or of a comment.</summary>
    internal static int Words(string sentence) =>
        sentence.Split(' ', StringSplitOptions.RemoveEmptyEntries).Count(word => word.Any(char.IsLetterOrDigit));

    private static IEnumerable<string> Files() =>
        new[] { "README.md", "CONTRIBUTING.md", "CHANGELOG.md" }.Select(name => Path.Combine(Root(), name))
            .Concat(new[] { "docs", "samples", "lab" }.Select(folder => Path.Combine(Root(), folder)).Where(Directory.Exists)
                .SelectMany(folder => Directory.EnumerateFiles(folder, "*.md", SearchOption.AllDirectories)))
            .Where(file => !Path.GetRelativePath(Root(), file).Split(Path.DirectorySeparatorChar)
                .Any(part => part is "bin" or "obj" or "results"))
            .Order(StringComparer.Ordinal);

    [GeneratedRegex(@"^```.*?^```\s*?$", RegexOptions.Multiline | RegexOptions.Singleline)]
    private static partial Regex Fence();

    [GeneratedRegex("`[^`]+`")]
    private static partial Regex InlineCode();

    [GeneratedRegex(@"!?\[([^\]]*)\]\([^)]*\)")]
    private static partial Regex LinkAddress();

    [GeneratedRegex(@"^(?:[-*]|\d+\.)\s+")]
    private static partial Regex Item();

    [GeneratedRegex(@"(?<=[.!?][)""*_]*)\s+(?=[A-Z`\[(*0-9])")]
    private static partial Regex End();

    [GeneratedRegex(
        @"\b(who flows|flows? it|has been everything|where to go on|as it comes|seen from afar|may be anybody"
        + @"|by hand|resumer|goes on with|the floor|the body|handed over)\b",
        RegexOptions.IgnoreCase)]
    private static partial Regex Dialect();

    private static string Root([CallerFilePath] string here = "") =>
        Path.GetFullPath(Path.Combine(Path.GetDirectoryName(here)!, "..", "..", ".."));
}
