using System.Collections;
using System.Security.Cryptography;
using Microsoft.Build.Framework;
using PooledAwait.Build;
using TaskItem = Microsoft.Build.Utilities.TaskItem;

namespace PooledAwait.Tool.Tests;

/// <summary>Copies of a folder, and the report on one.</summary>
public sealed class RewriteTests : IDisposable
{
    private const string Done = "Subject.Library: 2 async methods, 1 call: 1 pooled (2 methods have a variant).";

    /// <summary>What a project has of the package.</summary>
    private static readonly string s_library = Path.Combine(AppContext.BaseDirectory, "library", "net10.0", "PooledAwait.Net.dll");

    private readonly string _folder = Directory.CreateTempSubdirectory("PooledAwait.Tool.").FullName;

    private string Target => Path.Combine(_folder, "new", "copy");

    public void Dispose() => Directory.Delete(_folder, recursive: true);

    [Fact]
    public async Task Copy_OfAProgram_AllocatesLessAndTheOriginalIsUntouched()
    {
        Dictionary<string, string> before = Hashes(Subject.Folder);

        ToolRun run = await ToolRun.RunAsync("rewrite", Subject.Folder, "--assemblies", "Subject.Library", "--own", "--to", Target);

        Assert.Equal((0, ""), (run.Code, run.Errors));
        Assert.Equal(before, Hashes(Subject.Folder));
        Assert.Contains(Done, run.Output, StringComparison.Ordinal);
        Assert.Contains($"pooledawait measure -- dotnet {Path.Combine(Target, "Subject.dll")}", run.Output, StringComparison.Ordinal);
        Dictionary<string, double> original = Subject.Counts(Subject.Folder), copy = Subject.Counts(Target);
        Assert.Equal((original["Framework"], original["Bytes"]), (copy["Framework"], copy["Bytes"]));
        Assert.Equal(0, copy["Results"]);
        Assert.InRange(copy["Library"], 1, 120);
    }

    /// <summary>What the build makes is tested elsewhere; equal bytes behave alike.</summary>
    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task Assemblies_OfACopy_AreThoseThatTheBuildMakes(bool own)
    {
        string[] words = ["rewrite", Subject.Folder, "--assemblies", "subject.library", "--to", Target];
        ToolRun run = await ToolRun.RunAsync(own ? [.. words, "--own"] : words);
        Assert.Equal((0, ""), (run.Code, run.Errors));

        string build = Path.Combine(_folder, "build");
        string program = Path.Combine(Subject.Folder, "Subject.dll"), library = Path.Combine(Subject.Folder, "Subject.Library.dll");
        RedirectAwaits deployed = Make("Subject", "Subject.Library", library, Path.ChangeExtension(library, ".pdb"));
        Assert.True(deployed.Execute());
        AssertSame("Subject.Library.dll", "Subject.Library.pdb");
        if (own)
        {
            RedirectAwaits last = Make("", "Subject", program, Path.ChangeExtension(program, ".pdb"));
            last.Linkable = [new TaskItem(Path.Combine(build, "Subject.Library.dll"))];
            last.References = [.. last.Linkable, .. last.References];
            Assert.True(last.Execute());
            AssertSame("Subject.dll", "Subject.pdb");
        }
        else
        {
            build = Subject.Folder;
            AssertSame("Subject.dll", "Subject.pdb");
        }

        RedirectAwaits Make(string deployedBy, string name, params string[] files) => new()
        {
            BuildEngine = new Engine(),
            Assemblies = [.. files.Select(static file => new TaskItem(file))],
            Choices = [new TaskItem(name, new Dictionary<string, string> { ["Methods"] = "Awaited" })],
            Folder = build,
            Program = deployedBy,
            References = [new TaskItem(s_library), new TaskItem(program), new TaskItem(library)],
            Link = true,
        };

        void AssertSame(params string[] files)
        {
            foreach (string file in files)
            {
                Assert.Equal(File.ReadAllBytes(Path.Combine(build, file)), File.ReadAllBytes(Path.Combine(Target, file)));
            }
        }
    }

    [Fact]
    public async Task Report_OnAFolder_IsTheBuilds()
    {
        string report = Path.Combine(_folder, "report");
        ToolRun run = await ToolRun.RunAsync("report", Subject.Folder, "--to", report);
        Assert.Equal((0, ""), (run.Code, run.Errors));
        Assert.Contains(Done, run.Output, StringComparison.Ordinal);

        string[] assemblies = [Path.Combine(Subject.Folder, "Subject.dll"), Path.Combine(Subject.Folder, "Subject.Library.dll")];
        RedirectAwaits build = new()
        {
            BuildEngine = new Engine(),
            Assemblies = [.. assemblies.Select(static file => new TaskItem(file))],
            References = [new TaskItem(s_library), .. assemblies.Select(static file => new TaskItem(file))],
            Folder = Path.Combine(_folder, "build"),
            Program = "Subject",
            Link = true,
            ReportFile = Path.Combine(_folder, "build", "report"),
        };
        Assert.True(build.Execute());
        Assert.Equal(await File.ReadAllTextAsync(build.ReportFile + ".md"), await File.ReadAllTextAsync(report + ".md"));
        Assert.Equal(await File.ReadAllTextAsync(build.ReportFile + ".json"), await File.ReadAllTextAsync(report + ".json"));
    }

    private static Dictionary<string, string> Hashes(string folder) =>
        Directory.EnumerateFiles(folder, "*", SearchOption.AllDirectories).ToDictionary(
            static file => file, static file => Convert.ToHexString(SHA256.HashData(File.ReadAllBytes(file))));

    /// <summary>A build that only listens.</summary>
    private sealed class Engine : IBuildEngine
    {
        public bool ContinueOnError => false;

        public int LineNumberOfTaskNode => 0;

        public int ColumnNumberOfTaskNode => 0;

        public string ProjectFileOfTaskNode => "";

        public bool BuildProjectFile(string project, string[] targets, IDictionary properties, IDictionary outputs) => false;

        public void LogCustomEvent(CustomBuildEventArgs e)
        {
        }

        public void LogErrorEvent(BuildErrorEventArgs e) => Assert.Fail(e.Message);

        public void LogMessageEvent(BuildMessageEventArgs e)
        {
        }

        public void LogWarningEvent(BuildWarningEventArgs e)
        {
        }
    }
}
