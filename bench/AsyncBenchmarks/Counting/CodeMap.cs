using System.Text.RegularExpressions;

namespace AsyncBenchmarks.Counting;

/// <summary>
/// The code in a process by address: methods that the runtime compiled, as CoreCLR writes them for Linux's perf,
/// and the files that are mapped.
/// </summary>
internal sealed partial class CodeMap
{
    /// <summary>The environment variables that the process needs.</summary>
    public const string Variable = "DOTNET_PerfMapEnabled";

    private static readonly Comparer<CodeRange> s_byStart =
        Comparer<CodeRange>.Create(static (left, right) => left.Start.CompareTo(right.Start));

    private readonly CodeRange[] _functions;
    private readonly CodeRange[] _files;

    private CodeMap(IEnumerable<CodeRange> functions, IEnumerable<CodeRange> files)
    {
        // Code that was thrown away may lie where newer code is: the newest counts.
        _functions = [.. functions.Reverse().DistinctBy(range => range.Start).OrderBy(range => range.Start)];
        _files = [.. files.OrderBy(range => range.Start)];
    }

    /// <exception cref="IOException">The runtime has written no map, or the process has ended.</exception>
    public static CodeMap Read(int processId) => Parse(
        File.ReadLines(MapOf(processId)),
        File.ReadLines(FormattableString.Invariant($"/proc/{processId}/maps")));

    /// <param name="functions">Lines of address, length and name; the numbers are hexadecimal.</param>
    /// <param name="files">Lines of <c>/proc/.../maps</c>.</param>
    public static CodeMap Parse(IEnumerable<string> functions, IEnumerable<string> files) =>
        new(functions.Select(Function).OfType<CodeRange>(), files.Select(MappedFile).OfType<CodeRange>());

    /// <summary>Removes what the runtime has written for a process.</summary>
    public static void Delete(int processId)
    {
        File.Delete(MapOf(processId));
        File.Delete(Path.Combine(Path.GetTempPath(), FormattableString.Invariant($"perfinfo-{processId}.map")));
    }

    /// <summary>The newest code of a method; null if it has none.</summary>
    public CodeRange? Find(string type, string method) =>
        _functions.LastOrDefault(range => range.Name.Contains($"{type}::{method}(", StringComparison.Ordinal));

    /// <summary>The name of the code at an address: a method with its type, a stub of the runtime, or a file.</summary>
    public string NameOf(ulong address) =>
        RangeOf(_functions, address) is { } function ? Short(function.Name) : RangeOf(_files, address)?.Name ?? "?";

    public bool IsEntry(ulong address) => RangeOf(_functions, address)?.Start == address;

    private static CodeRange? RangeOf(CodeRange[] ranges, ulong address)
    {
        int found = Array.BinarySearch(ranges, new CodeRange(address, 0, ""), s_byStart);
        CodeRange? before = found >= 0 ? ranges[found] : ranges.ElementAtOrDefault(~found - 1);
        return before?.Contains(address) == true ? before : null;
    }

    private static string MapOf(int processId) =>
        Path.Combine(Path.GetTempPath(), FormattableString.Invariant($"perf-{processId}.map"));

    // The last line may be half written.
    private static CodeRange? Function(string line) =>
        line.Split(' ', 3) is [var start, var length, var name] && TryHex(start, out ulong first) && TryHex(length, out ulong count)
            ? new CodeRange(first, count, name)
            : null;

    // "7f00-7f10 r-xp 00000000 08:01 1234    /lib/libc.so.6"
    private static CodeRange? MappedFile(string line)
    {
        string[] fields = line.Split(' ', 6, StringSplitOptions.RemoveEmptyEntries);
        return fields.Length == 6
            && fields[1].Contains('x', StringComparison.Ordinal)
            && fields[0].Split('-') is [var from, var to]
            && TryHex(from, out ulong start)
            && TryHex(to, out ulong end)
            ? new CodeRange(start, end - start, Path.GetFileName(fields[5]))
            : null;
    }

    // Some runtimes write the prefix, some don't.
    private static bool TryHex(string text, out ulong value) => ulong.TryParse(
        text.StartsWith("0x", StringComparison.Ordinal) ? text.AsSpan(2) : text, NumberStyles.HexNumber, CultureInfo.InvariantCulture,
            out value);

    /// <summary>Without assemblies and namespaces, and without the tier, so that each method has one name.</summary>
    private static string Short(string name) => Namespaces().Replace(Noise().Replace(name, ""), "");

    // Brackets after a number hold a type's arguments; elsewhere an assembly or a tier.
    [GeneratedRegex(@"(?<!`\d+)\[[\w.]+\]\s?|\b(?:instance|class|valuetype|void|unmanaged) ")]
    private static partial Regex Noise();

    [GeneratedRegex(@"\b(?:[A-Za-z_]\w*\.)+(?=[A-Za-z_<])")]
    private static partial Regex Namespaces();
}

/// <param name="Name">The function's name, or the file's that has it.</param>
internal sealed record CodeRange(ulong Start, ulong Length, string Name)
{
    public bool Contains(ulong address) => address - Start < Length;
}
