namespace PooledAwait.Tests.Documents;

/// <summary>The tables of docs/diagnostics.md against the sources: the instruments and the events.</summary>
public partial class DiagnosticsPageTests
{
    [Fact]
    public void Instruments_OfThePage_AreThoseOfTheMeter() => Assert.Equal(
        Names(Source("PoolMeter.cs")),
        Names(Section("The meter")));

    [Fact]
    public void Events_OfThePage_AreThoseOfTheSource() => Assert.Equal(
        EventOfSource().Matches(Source("DiagnosticEvents.cs")).Select(static found => $"{found.Groups[1].Value} {found.Groups[2].Value}"),
        EventOfPage().Matches(Section("The event source")).Select(static found => $"{found.Groups[1].Value} {found.Groups[2].Value}"));

    private static string[] Names(string text) =>
        [.. Instrument().Matches(text).Select(static found => found.Value).Distinct().Order(StringComparer.Ordinal)];

    private static string Section(string title) =>
        File.ReadAllText(Path.Combine(Root(), "docs", "diagnostics.md")).ReplaceLineEndings("\n")
            .Split("\n## ").Single(section => section.StartsWith(title + "\n", StringComparison.Ordinal));

    private static string Source(string file) =>
        File.ReadAllText(Path.Combine(Root(), "src", "PooledAwait.Net", "Diagnostics", file)).ReplaceLineEndings("\n");

    private static string Root([CallerFilePath] string here = "") =>
        Path.GetFullPath(Path.Combine(Path.GetDirectoryName(here)!, "..", "..", ".."));

    [GeneratedRegex(@"pooledawait\.(?:pool|operations)\.\w+")]
    private static partial Regex Instrument();

    [GeneratedRegex(@"\[Event\((\d).*?internal void (\w+)\(", RegexOptions.Singleline)]
    private static partial Regex EventOfSource();

    [GeneratedRegex(@"^\| (\d) `(\w+)` \|", RegexOptions.Multiline)]
    private static partial Regex EventOfPage();
}
