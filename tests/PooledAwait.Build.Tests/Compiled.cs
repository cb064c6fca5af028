using System.Reflection;
using System.Reflection.Metadata;
using System.Reflection.PortableExecutable;

namespace PooledAwait.Build.Tests;

/// <summary>A fixture as a compiler makes it, and its redirected copy.</summary>
public sealed class Compiled
{
    private static readonly ConcurrentDictionary<string, Lazy<Compiled>> s_all = new();

    /// <summary>What pools all that can be pooled.</summary>
    private const Forms Everything = Forms.Task | Forms.ValueTask;

    private Compiled(byte[] image, byte[]? symbols, Forms forms)
    {
        Image = image;
        Symbols = symbols;
        (CopyImage, CopySymbols, Redirection) = Redirect(image, symbols, forms, References, null);
        Original = Load(Image, Symbols);
        Copy = Load(CopyImage, CopySymbols);
    }

    /// <summary>The fixtures: language, with the compiler's version if it isn't the SDK's; optimization, kind of symbols; what is
    /// pooled.</summary>
    public static TheoryData<string, bool, string, Forms> All
    {
        get
        {
            TheoryData<string, bool, string, Forms> all = [];
            foreach (Forms forms in (Forms[])[Forms.Awaited, Everything])
            {
                all.Add("cs", false, "embedded", forms);
                all.Add("vb", false, "portable", forms);
                foreach (string compiler in (string[])["cs", "vb", "cs 4.14.0", "vb 4.14.0", "cs 5.9.0", "vb 5.9.0"])
                {
                    all.Add(compiler, true, "portable", forms);
                }
            }

            return all;
        }
    }

    internal static IReadOnlyList<string> References { get; } =
    [
        .. ((string)AppContext.GetData("TRUSTED_PLATFORM_ASSEMBLIES")!).Split(Path.PathSeparator)
            .Where(static path => Path.GetDirectoryName(path) == Path.GetDirectoryName(typeof(object).Assembly.Location)),
    ];

    internal byte[] Image { get; }

    internal byte[]? Symbols { get; }

    internal byte[] CopyImage { get; }

    internal byte[]? CopySymbols { get; }

    internal Redirection Redirection { get; }

    internal Assembly Original { get; }

    internal Assembly Copy { get; }

    internal static Compiled Get(string language, bool optimized = true, string symbols = "portable", Forms forms = Everything) =>
        s_all.GetOrAdd(
            $"{language} {optimized} {symbols} {forms}",
            _ => new(() => Compile(
                forms,
                language,
                [optimized ? "-optimize+" : "-optimize-", "-debug:" + symbols, .. symbols == "embedded" ? ["-embed"] : (string[])[]])))
            .Value;

    internal static Compiled Compile(string compiler, params string[] options) => Compile(Everything, compiler, options);

    /// <summary>Redirects an assembly, and verifies that nothing is wrong with the copy that isn't with the original.</summary>
    internal static (byte[] Assembly, byte[]? Symbols, Redirection Redirection) Redirect(
        byte[] assembly, byte[]? symbols, Forms forms, IReadOnlyList<string> references, byte[]? key,
        IReadOnlyList<string>? keyFolders = null, string? program = null, IReadOnlyList<string>? linked = null)
    {
        (byte[] Assembly, byte[]?, Redirection) copy =
            Redirector.Redirect(assembly, symbols, forms, references, key, keyFolders, program, linked);
        IReadOnlyList<string> errors =
            IlVerifier.NewErrors(assembly, copy.Assembly, [.. references, .. References, typeof(PooledValueTask).Assembly.Location]);
        Assert.True(errors.Count == 0, string.Join(Environment.NewLine, errors));
        return copy;
    }

    /// <summary>Compiles a fixture.</summary>
    private static Compiled Compile(Forms forms, string compiler, string[] options)
    {
        string language = compiler.Split(' ')[0];
        string compilers = compiler == language
            ? Metadata("Compilers")
            : Path.Combine(
                Metadata("PackageFolder"), "microsoft.net.compilers.toolset", compiler.Split(' ')[1], "tasks", "netcore", "bincore");
        using TemporaryFolder folder = new("PooledAwait.Build.");
        string[] sources = Directory.GetFiles(Path.Combine(AppContext.BaseDirectory, "Fixtures"), "*." + language);
        string output = Path.Combine(folder.Path, "Fixture.dll");
        string[] own = language == "cs"
            ? ["-nostdlib", "-nullable:enable", "-langversion:latest"]
            : ["-nostdlib", "-define:_MYTYPE=\\\"Empty\\\"", "-sdkpath:" + Path.GetDirectoryName(typeof(object).Assembly.Location)];
        DotNetCommand.Compile(
            folder.Path,
            Path.Combine(compilers, language == "cs" ? "csc.dll" : "vbc.dll"),
            [
                "-nologo", "-deterministic", "-target:library", $"-out:\"{output}\"", .. own, .. options,
                .. References.Select(static path => $"-r:\"{path}\""), .. sources.Order().Select(static path => $"\"{path}\""),
            ]);
        string symbols = Path.ChangeExtension(output, ".pdb");
        return new(File.ReadAllBytes(output), File.Exists(symbols) ? File.ReadAllBytes(symbols) : null, forms);
    }

    /// <summary>Compiles C# texts with the SDK's compiler, to assemblies H0, H1 and so on in a folder; each refers to those before, also by
    /// an alias of that name, and the last is a program.</summary>
    internal static byte[][] CompileTexts(string folder, IReadOnlyList<string> texts)
    {
        List<string> made = [];
        foreach (string text in texts)
        {
            string output = Path.Combine(folder, $"H{made.Count}.dll");
            File.WriteAllText(Path.ChangeExtension(output, ".cs"), text);
            DotNetCommand.Compile(
                folder,
                Path.Combine(Metadata("Compilers"), "csc.dll"),
                [
                    "-nologo", "-deterministic", "-optimize+", "-target:" + (made.Count == texts.Count - 1 ? "exe" : "library"),
                    "-nullable:enable", "-warn:0", "-langversion:latest", "-debug-", "-nostdlib", $"-out:\"{output}\"",
                    .. References.Concat(made).Select(static path => $"-r:\"{path}\""),
                    .. made.Select(static path => $"-r:{Path.GetFileNameWithoutExtension(path)}=\"{path}\""),
                    $"\"{Path.ChangeExtension(output, ".cs")}\"",
                ]);
            made.Add(output);
        }

        return [.. made.Select(File.ReadAllBytes)];
    }

    /// <summary>Reads the symbols of an assembly, wherever they are.</summary>
    internal static MetadataReaderProvider ReadSymbols(byte[] image, byte[]? symbols)
    {
        if (symbols is not null)
        {
            return MetadataReaderProvider.FromPortablePdbStream(new MemoryStream(symbols));
        }

        using PEReader reader = new(new MemoryStream(image));
        return reader.ReadEmbeddedPortablePdbDebugDirectoryData(
            reader.ReadDebugDirectory().Single(static entry => entry.Type == DebugDirectoryEntryType.EmbeddedPortablePdb));
    }

    internal static string Metadata(string key) => typeof(Compiled).Assembly.GetCustomAttributes<AssemblyMetadataAttribute>()
        .Single(data => data.Key == key).Value!;

    private static Assembly Load(byte[] image, byte[]? symbols) => new AssemblyLoadContext("Fixture").LoadFromStream(
        new MemoryStream(image), symbols is null ? null : new MemoryStream(symbols));
}
