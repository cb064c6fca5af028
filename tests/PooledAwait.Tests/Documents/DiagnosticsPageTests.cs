using System;
using System.IO;
using System.Linq;
using System.Runtime.CompilerServices;
using System.Text.RegularExpressions;

namespace PooledAwait.Tests.Documents;

/// <summary>The tables of docs/diagnostics.md against the sources: the messages, the instruments and the events.</summary>
public partial class DiagnosticsPageTests
{
    [Fact]
    public void Messages_OfThePage_AreThoseOfTheLibrary()
    {
        string[] messages = [.. Message().Matches(Section("The messages")).Select(static row => row.Groups[1].Value)];
        string source = WithoutHoles(Concatenation().Replace(Source("Failures.cs"), string.Empty));

        Assert.InRange(messages.Length, 10, int.MaxValue);
        Assert.All(messages, message => Assert.Contains(message, source, StringComparison.Ordinal));
    }

    [Fact]
    public void Messages_OfTheLibrary_AreOnThePage()
    {
        string page = Section("The messages");

        Assert.Empty(
            from Match failure in InvalidOperation().Matches(WithoutHoles(Source("Failures.cs")))
            let message = failure.Groups[1].Value
            where !Message().Matches(page).Any(row => message.StartsWith(row.Groups[1].Value, StringComparison.Ordinal))
            select message);
    }

    [Fact]
    public void Instruments_OfThePage_AreThoseOfTheMeter() => Assert.Equal(
        Names(Source("PoolMeter.cs")),
        Names(Section("The meter")));

    [Fact]
    public void Events_OfThePage_AreThoseOfTheSource() => Assert.Equal(
        EventOfSource().Matches(Source("DiagnosticEvents.cs")).Select(static found => $"{found.Groups[1].Value} {found.Groups[2].Value}"),
        EventOfPage().Matches(Section("The event source")).Select(static found => $"{found.Groups[1].Value} {found.Groups[2].Value}"));

    /// <summary>What is interpolated as one sign, from the inside out, because a hole may hold a string with holes.</summary>
    private static string WithoutHoles(string source)
    {
        while (Hole().IsMatch(source))
        {
            source = Hole().Replace(source, "…");
        }

        return source.Replace("'…'…", "'…'", StringComparison.Ordinal);
    }

    private static string[] Names(string text) =>
        [.. Instrument().Matches(text).Select(static found => found.Value).Distinct().Order(StringComparer.Ordinal)];

    private static string Section(string title) =>
        File.ReadAllText(Path.Combine(Root(), "docs", "diagnostics.md")).ReplaceLineEndings("\n")
            .Split("\n## ").Single(section => section.StartsWith(title + "\n", StringComparison.Ordinal));

    private static string Source(string file) =>
        File.ReadAllText(Path.Combine(Root(), "src", "PooledAwait.Net", "Diagnostics", file)).ReplaceLineEndings("\n");

    private static string Root([CallerFilePath] string here = "") =>
        Path.GetFullPath(Path.Combine(Path.GetDirectoryName(here)!, "..", "..", ".."));

    [GeneratedRegex(@"^\| `([^`]+)` \|", RegexOptions.Multiline)]
    private static partial Regex Message();

    /// <summary>The beginning of a message, up to the end of its literal.</summary>
    [GeneratedRegex(@"InvalidOperationException \w+\([^)]*\) => (?:new|Misuse)\(\s*(?:type,\s*)?\$?""([^""]+)""")]
    private static partial Regex InvalidOperation();

    [GeneratedRegex(@"\{[^{}\n]*\}")]
    private static partial Regex Hole();

    [GeneratedRegex(@"""\s*\+ \$?""")]
    private static partial Regex Concatenation();

    [GeneratedRegex(@"pooledawait\.(?:pool|operations)\.\w+")]
    private static partial Regex Instrument();

    [GeneratedRegex(@"\[Event\((\d).*?internal void (\w+)\(", RegexOptions.Singleline)]
    private static partial Regex EventOfSource();

    [GeneratedRegex(@"^\| (\d) `(\w+)` \|", RegexOptions.Multiline)]
    private static partial Regex EventOfPage();
}
