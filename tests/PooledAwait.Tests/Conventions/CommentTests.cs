using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Text;
using System.Text.RegularExpressions;

namespace PooledAwait.Tests.Conventions;

/// <summary>A machine's share of the house voice in the library's comments: short sentences with a named subject, standard terms.</summary>
public partial class CommentTests
{
    /// <summary>The folders of the library, of its analyzers, of the samples and of the suite.</summary>
    public static TheoryData<string> Folders =>
    [
        "Combinators", "Coordination", "Diagnostics", "MethodBuilders", "Operations", "Platform", "Pooling", "Sources", "Tasks",
        "../PooledAwait.Analyzers", "../PooledAwait.CodeFixes", "../../samples", "../../bench",
    ];

    [Theory]
    [MemberData(nameof(Folders))]
    public void Sentences_OfComments_AreShort(string folder)
    {
        (string Place, string Text)[] sentences = [.. Sentences(folder)];

        Assert.InRange(sentences.Length, 20, int.MaxValue);
        Assert.Equal(
            string.Empty,
            Lines(sentences.Where(static sentence => ProseTests.Words(sentence.Text) > ProseTests.WordsAtMost)));
        Assert.InRange(sentences.Average(sentence => ProseTests.Words(sentence.Text)), 0, ProseTests.WordsOnAverage);
    }

    [Theory]
    [MemberData(nameof(Folders))]
    public void Sentences_OfComments_HaveANamedSubject(string folder) => Assert.Equal(
        string.Empty,
        Lines(Sentences(folder).Where(static sentence => HasNoSubject(sentence.Text))));

    [Theory]
    [MemberData(nameof(Folders))]
    public void Terms_OfComments_AreTheStandardOnes(string folder) => Assert.Equal(
        string.Empty,
        Lines(Sentences(folder).Where(static sentence => Dialect().IsMatch(sentence.Text))));

    [Fact]
    public void Sentences_OfASource_AreThoseOfItsComments()
    {
        const string Source = """
            /// <summary>One sentence with <see cref="A"/>. And another
            /// one.</summary>
            /// <param name="x">A third sentence.</param>
            /// <example><code>
            /// int left = out;
            /// </code></example>
            int x; // A fourth sentence.

            // A fifth sentence
            // on two lines.
            string text = "No // comment. At all.";
            """;

        Assert.Equal(
            ["One sentence with Code.", "And another one.", "A third sentence.", "A fourth sentence.", "A fifth sentence on two lines."],
            Sentences(Source.ReplaceLineEndings("\n").Split('\n')).Select(static sentence => sentence.Text));
    }

    [Theory]
    [InlineData("What the pool keeps is cleared.", true)]
    [InlineData("What does it keep?", false)]
    [InlineData("The pool clears its objects.", false)]
    public void Subject_OfASentence_IsNamed(string sentence, bool isMissing) => Assert.Equal(isMissing, HasNoSubject(sentence));

    [Theory]
    [InlineData("Whoever holds the lock.", true)]
    [InlineData("The owner of the lock.", false)]
    public void Dialect_IsRecognised(string sentence, bool expected) => Assert.Equal(expected, Dialect().IsMatch(sentence));

    private static IEnumerable<(string Place, string Text)> Sentences(string folder) =>
        from file in Directory.EnumerateFiles(Path.Combine(SourceTests.Root(), folder), "*.cs", SearchOption.AllDirectories)
        where !file.Split('/', '\\').Any(static part => part is "bin" or "obj")
        from sentence in Sentences(File.ReadAllLines(file))
        select ($"{Path.GetFileName(file)}({sentence.Line})", sentence.Text);

    /// <summary>The sentences of all comments, each with the line on which its comment begins.</summary>
    private static IEnumerable<(int Line, string Text)> Sentences(string[] lines)
    {
        StringBuilder block = new();
        int begin = 0;
        for (int i = 0; i <= lines.Length; i++)
        {
            Match comment = Comment().Match(i < lines.Length ? lines[i] : string.Empty);
            bool isOwnLine = comment.Success && comment.Groups["code"].Value.Trim().Length == 0;
            if (!isOwnLine && block.Length != 0)
            {
                foreach (string sentence in Split(block.ToString()))
                {
                    yield return (begin, sentence);
                }

                block.Clear();
            }

            if (!comment.Success)
            {
                continue;
            }

            if (!isOwnLine)
            {
                foreach (string sentence in Split(comment.Groups["text"].Value))
                {
                    yield return (i + 1, sentence);
                }

                continue;
            }

            begin = block.Length == 0 ? i + 1 : begin;
            block.Append(comment.Groups["text"].Value).Append('\n');
        }
    }

    private static IEnumerable<string> Split(string comment) =>
        from paragraph in Section().Replace(Reference().Replace(Code().Replace(comment, "\n\n"), "Code"), "\n\n").Split("\n\n")
        from sentence in End().Split(string.Join(' ', paragraph.Split((char[]?)null, StringSplitOptions.RemoveEmptyEntries)))
        where ProseTests.Words(sentence) > 1
        select sentence;

    private static string Lines(IEnumerable<(string Place, string Text)> sentences) =>
        string.Join('\n', sentences.Select(static sentence => $"{sentence.Place}: {sentence.Text}"));

    private static bool HasNoSubject(string sentence) => NoSubject().IsMatch(sentence) && !sentence.EndsWith('?');

    /// <summary>A comment at the end of a line or on a line of its own; a quote before it may mean that it is text.</summary>
    [GeneratedRegex(@"^(?<code>[^""]*?)///?(?!/)\s?(?<text>.*)$")]
    private static partial Regex Comment();

    [GeneratedRegex("<code>.*?</code>", RegexOptions.Singleline)]
    private static partial Regex Code();

    [GeneratedRegex("<(?:see|paramref|typeparamref|inheritdoc)[^>]*/>|<c>.*?</c>", RegexOptions.Singleline)]
    private static partial Regex Reference();

    [GeneratedRegex("</?[a-z][^>]*>")]
    private static partial Regex Section();

    [GeneratedRegex(@"(?<=[.!?][)""]*)\s+(?=[A-Z(`""])")]
    private static partial Regex End();

    [GeneratedRegex(@"^(?:What|Who|Whoever|Whatever)\b")]
    private static partial Regex NoSubject();

    [GeneratedRegex(
        @"\b(?:whoever|goes? on on|who flows|of a user's|seen from afar|anew|may be anybody|somebody else|someone else|handed over"
        + @"|by hand|has been everything|whatever stands|looks? after)\b",
        RegexOptions.IgnoreCase)]
    private static partial Regex Dialect();
}
