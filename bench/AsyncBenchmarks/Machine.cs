using System.ComponentModel;
using System.Reflection;
using System.Runtime.InteropServices;
using System.Security.Cryptography;
using Microsoft.Win32;

namespace AsyncBenchmarks;

internal static class Machine
{
    public static MachineInfo Describe() => new(
        Processor() ?? "unknown processor",
        Environment.ProcessorCount,
        GC.GetGCMemoryInfo().TotalAvailableMemoryBytes,
        RuntimeInformation.OSDescription,
        RuntimeInformation.ProcessArchitecture.ToString().ToLowerInvariant())
    {
        Caches = Caches(),
    };

    // As Linux describes those of the first processor: a folder for each, with a file for each property.
    private static string? Caches()
    {
        const string Folder = "/sys/devices/system/cpu/cpu0/cache";
        string[] caches = !Directory.Exists(Folder) ? []
            :
            [
                .. Directory.GetDirectories(Folder, "index*").Order(StringComparer.Ordinal)
                    .Where(each => Read(each, "type") != "Instruction")
                    .Select(each => $"L{Read(each, "level")} {Read(each, "size")}"),
            ];
        return caches.Length > 0 ? string.Join(", ", caches) : null;

        static string Read(string cache, string property) => File.ReadAllText(Path.Combine(cache, property)).Trim();
    }

    private static string? Processor()
    {
        if (OperatingSystem.IsWindows())
        {
            using RegistryKey? key = Registry.LocalMachine.OpenSubKey(@"HARDWARE\DESCRIPTION\System\CentralProcessor\0");
            return key?.GetValue("ProcessorNameString") as string;
        }

        // A Mac has no list.
        const string List = "/proc/cpuinfo";
        return File.Exists(List) ? Processor(File.ReadAllLines(List)) : null;
    }

    /// <summary>Names the first processor of Linux's list. Hypervisors shorten names; family and model tell generations apart.</summary>
    /// <param name="lines">The list; Arm's has no names.</param>
    internal static string? Processor(IReadOnlyList<string> lines)
    {
        string? name = Value("model name") ?? Value("Model");
        return name is not null && Value("cpu family") is { } family && Value("model") is { } model
            ? $"{name} (family {family}, model {model})"
            : name;

        string? Value(string key) => lines
            .Select(static line => line.Split(':', 2, StringSplitOptions.TrimEntries))
            .FirstOrDefault(pair => pair.Length == 2 && pair[0] == key)?[1];
    }
}

/// <summary>Tells apart what was built from the same commit with other changes on top.</summary>
internal static class Build
{
    private const int Length = 12;

    // All that cases are made of; not what measures them, nor the tests of it.
    private static readonly string[] s_parts =
    [
        "AsyncBenchmarks.Property", "AsyncBenchmarks.RuntimeAsync", "AsyncBenchmarks.Scenarios",
        "PooledAwait.Net",
    ];

    /// <summary>A digest of the compilers' identities of what they have made: the same sources give the same.</summary>
    public static string Describe()
    {
        byte[] identities =
        [
            .. s_parts
                .Select(part => Path.Combine(AppContext.BaseDirectory, part + ".dll"))
                .Where(File.Exists)
                .SelectMany(file => Assembly.LoadFrom(file).ManifestModule.ModuleVersionId.ToByteArray()),
        ];
        return Convert.ToHexStringLower(SHA256.HashData(identities))[..Length];
    }
}

/// <summary>Names the sources that a run was built from.</summary>
internal static class Commit
{
    /// <summary>Behind the commit, where the working copy differs from it.</summary>
    public const string Changes = "+changes";

    // What publish writes.
    private static string[] Published =>
    [
        ":(exclude)results",
        .. MarkedTable.Documents.Select(document => ":(exclude)" + Path.GetRelativePath(Repository.Root, document)),
    ];

    /// <summary>
    /// The commit, with <see cref="Changes"/> where the working copy has others than of results and marked documents; null without git.
    /// </summary>
    public static async Task<string?> DescribeAsync(string root, CancellationToken cancellationToken)
    {
        string? commit = await FirstLineAsync(root, cancellationToken, "rev-parse", "--short=12", "HEAD");
        bool changed = commit is not null
            && await FirstLineAsync(root, cancellationToken, ["status", "--porcelain", "--", ".", .. Published]) is not null;
        return changed ? commit + Changes : commit;
    }

    private static async Task<string?> FirstLineAsync(string root, CancellationToken cancellationToken, params string[] arguments)
    {
        try
        {
            ProgramCommand command = new("git", ["-C", root, .. arguments]);
            (int exitCode, string output, _) = await ChildProcess.RunAsync(command.ToStartInfo(), cancellationToken);
            return exitCode == 0 && output.Length > 0 ? output.Split('\n')[0] : null;
        }
        catch (Win32Exception)
        {
            return null;
        }
    }
}
