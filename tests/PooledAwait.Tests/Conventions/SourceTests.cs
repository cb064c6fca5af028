namespace PooledAwait.Tests.Conventions;

/// <summary>What the library's source may look like: read from the checkout that the tests were built from.</summary>
public partial class SourceTests
{
    [Fact]
    public void UnsafeCode_IsInTheRuntimeFolderOnly() =>
        Assert.Empty(Find(UnsafeCode(), "Runtime/"));

    /// <summary>Monitor's wait ends with a ThreadInterruptedException, also between a claim and what the claim promises.</summary>
    [Fact]
    public void Monitors_AreEnteredByEventsAndMetersOnly() => Assert.Empty(
        from line in Find(MonitorLock(), "Diagnostics/DiagnosticEvents.cs")
        where !line.StartsWith("Diagnostics/PoolMeter.cs", StringComparison.Ordinal)
        select line);

    [GeneratedRegex(@"\bunsafe\b|\bUnsafe\s*\.|\bMemoryMarshal\b|\bstackalloc\b|\bfixed\s*\(|\bDllImport\b|\bUnsafeAccessor\b")]
    private static partial Regex UnsafeCode();

    [GeneratedRegex(@"\block\s*\(|\bMonitor\.|\bSystem\.Threading\.Lock\b")]
    private static partial Regex MonitorLock();

    private static IEnumerable<string> Find(Regex pattern, params string[] outside)
    {
        string root = Root();
        return
            from file in Files()
            let path = Path.GetRelativePath(root, file).Replace('\\', '/')
            where !outside.Any(prefix => path.StartsWith(prefix, StringComparison.Ordinal))
            from line in File.ReadLines(file).Select((text, index) => (Text: text, Number: index + 1))
            let code = line.Text.Split("//")[0]
            where pattern.IsMatch(code)
            select $"{path}({line.Number}): {line.Text.Trim()}";
    }

    /// <summary>The library's source files.</summary>
    internal static IEnumerable<string> Files() =>
        from file in Directory.EnumerateFiles(Root(), "*.cs", SearchOption.AllDirectories)
        let path = Path.GetRelativePath(Root(), file).Replace('\\', '/')
        where !path.StartsWith("bin/", StringComparison.Ordinal) && !path.StartsWith("obj/", StringComparison.Ordinal)
        select file;

    internal static string Root([CallerFilePath] string here = "") =>
        Path.GetFullPath(Path.Combine(Path.GetDirectoryName(here)!, "..", "..", "..", "src", "PooledAwait.Net"));
}
