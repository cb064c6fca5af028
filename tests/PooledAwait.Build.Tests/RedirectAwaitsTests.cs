using System.Collections;
using Microsoft.Build.Framework;
using Microsoft.Build.Utilities;

namespace PooledAwait.Build.Tests;

/// <summary>The build step with paths as systems and projects write them. Also among the tests that run on Windows.</summary>
public sealed class RedirectAwaitsTests : IDisposable
{
    private readonly string _folder = Directory.CreateTempSubdirectory("PooledAwait.Build.").FullName;

    public static TheoryData<string> Spellings { get; } = OperatingSystem.IsWindows()
        ? ["as it is", "long", "extension", "upper case", "lower case", "slashes"]
        : ["as it is", "long", "extension"];

    public void Dispose() => Directory.Delete(_folder, recursive: true);

    [Theory]
    [MemberData(nameof(Spellings))]
    public void Copy_OfAnAssembly_IsMadeWhateverItsPathLooksLike(string spelling)
    {
        (string folder, string file) = spelling switch
        {
            "long" => (Path.Combine([_folder, .. Enumerable.Repeat(new string('f', 80), 4)]), "Some.Library.dll"),
            "extension" => (_folder, "Some.Library.DLL"),
            _ => (_folder, "Some.Library.dll"),
        };
        string original = Path.Combine(folder, "in", file);
        string symbols = Path.ChangeExtension(original, "pdb");
        Place(original, symbols);
        Func<string, string> spell = spelling switch
        {
            "upper case" => static path => path.ToUpperInvariant(),
            "lower case" => static path => path.ToLowerInvariant(),
            "slashes" => static path => path.Replace('\\', '/'),
            _ => static path => path,
        };

        Engine engine = new();
        RedirectAwaits first = Run(engine, spell(original), symbols, spell(Path.Combine(folder, "out") + Path.DirectorySeparatorChar));

        Assert.Empty(engine.Errors);
        Assert.Equal([spell(original), symbols], first.Originals.Select(static item => item.ItemSpec));
        string copy = Path.Combine(folder, "out", file);
        Assert.NotEqual(File.ReadAllBytes(original), File.ReadAllBytes(copy));
        Assert.NotEqual(File.ReadAllBytes(symbols), File.ReadAllBytes(Path.ChangeExtension(copy, "pdb")));

        // The next build finds what this one has written.
        File.WriteAllText(copy, "not written again");
        Run(engine, spell(original), symbols, spell(Path.Combine(folder, "out") + Path.DirectorySeparatorChar));
        Assert.Equal("not written again", File.ReadAllText(copy));
    }

    /// <summary>On Windows nobody can replace or delete a file that another build is reading.</summary>
    [Theory]
    [InlineData(".dll")]
    [InlineData(".pdb")]
    [InlineData(".dll.stamp")]
    public void Copy_OfAnAssembly_ReplacesWhatAnotherBuildReadsThen(string read)
    {
        string original = Path.Combine(_folder, "in", "Some.Library.dll");
        string symbols = Path.ChangeExtension(original, "pdb");
        Place(original, symbols);
        Engine engine = new();
        Run(engine, original, symbols, _folder);
        string copy = Path.Combine(_folder, "Some.Library.dll");
        byte[] expected = File.ReadAllBytes(copy);
        File.WriteAllText(copy, "of an earlier build");
        File.WriteAllText(Path.ChangeExtension(copy, "pdb"), "of an earlier build");
        File.WriteAllText(copy + ".stamp", "of an earlier build");

        FileStream reader = new(Path.Combine(_folder, "Some.Library" + read), FileMode.Open, FileAccess.Read, FileShare.Read);
        Thread other = new(() =>
        {
            Thread.Sleep(200);
            reader.Dispose();
        });
        other.Start();
        Run(engine, original, symbols, _folder);
        other.Join();

        Assert.Empty(engine.Errors);
        Assert.Equal(expected, File.ReadAllBytes(copy));
    }

    [Fact]
    public void Report_OfWhatCantBePooled_SaysWhy()
    {
        string original = Path.Combine(_folder, "Some.Library.dll");
        File.WriteAllText(original, "native code");
        Engine engine = new();
        Run(engine, original, Path.ChangeExtension(original, "pdb"), _folder, report: Path.Combine(_folder, "report"));

        Assert.Empty(engine.Errors);
        Assert.Contains("Some.Library: can't be pooled: it is not an assembly of .NET.", engine.Messages);
        Assert.True(File.Exists(Path.Combine(_folder, "report.md")));
    }

    /// <summary>This assembly under another name, which its symbols don't mind.</summary>
    private static void Place(string original, string symbols)
    {
        string own = typeof(RedirectAwaitsTests).Assembly.Location;
        Directory.CreateDirectory(Path.GetDirectoryName(original)!);
        File.Copy(own, original);
        File.Copy(Path.ChangeExtension(own, "pdb"), symbols);
    }

    private static RedirectAwaits Run(Engine engine, string original, string symbols, string folder, string report = "")
    {
        RedirectAwaits task = new()
        {
            BuildEngine = engine,
            Assemblies = [new TaskItem(original), new TaskItem(symbols)],
            Choices = [new TaskItem("some.library", new Dictionary<string, string> { ["Methods"] = "Task;ValueTask" })],
            Folder = folder,
            ReportFile = report,
            Program = "Program",
            References =
            [
                .. ((string)AppContext.GetData("TRUSTED_PLATFORM_ASSEMBLIES")!).Split(Path.PathSeparator)
                    .Select(static path => new TaskItem(path)),
            ],
        };
        task.Execute();
        return task;
    }

    private sealed class Engine : IBuildEngine
    {
        internal List<string?> Errors { get; } = [];

        internal List<string?> Messages { get; } = [];

        public bool ContinueOnError => false;

        public int LineNumberOfTaskNode => 0;

        public int ColumnNumberOfTaskNode => 0;

        public string ProjectFileOfTaskNode => string.Empty;

        public bool BuildProjectFile(string project, string[] targets, IDictionary properties, IDictionary outputs) => false;

        public void LogCustomEvent(CustomBuildEventArgs e)
        {
        }

        public void LogErrorEvent(BuildErrorEventArgs e) => Errors.Add(e.Message);

        public void LogMessageEvent(BuildMessageEventArgs e) => Messages.Add(e.Message);

        public void LogWarningEvent(BuildWarningEventArgs e) => Errors.Add(e.Message);
    }
}
