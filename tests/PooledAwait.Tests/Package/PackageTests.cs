using System.IO.Compression;
using System.Reflection.PortableExecutable;
using Mono.Cecil;

namespace PooledAwait.Tests.Package;

/// <summary>What a consumer gets.</summary>
public sealed partial class PackageTests : IClassFixture<PackedLibrary>
{
    private const string Misuse = """
        using System.Threading.Tasks;
        using PooledAwait;

        namespace Misuse;

        public sealed class Program
        {
            private PooledValueTask<int> _stored;

            public static async PooledValueTask<int> ReadAsync()
            {
                await Task.Yield();
                return 1;
            }

            public static async PooledValueTask<int> AwaitTwice()
            {
                PooledValueTask<int> task = ReadAsync();
                return await task + await task;
            }

            public void Store() => _stored = ReadAsync();

            public PooledValueTask<int> Get() => _stored;

            public static void Drop()
            {
                ReadAsync();
            }

            public static Task Wrap() => Task.Run(() => ReadAsync());

            public static int Block() => ReadAsync().GetAwaiter().GetResult();
        }
        """;

    private static readonly string[] s_targets = ["net10.0", "net8.0", "netstandard2.0"];

    private static readonly string[] s_misuse = ["PA0001", "PA0002", "PA0003", "PA0004", "PA0005"];

    private readonly PackedLibrary _library;

    public PackageTests(PackedLibrary library) => _library = library;

    /// <summary>What declares the framework's internals is for compilers only: beside a program it would replace the runtime's.</summary>
    [Fact]
    public void Output_OfAProjectThatRefersToTheLibrary_HasNoPartOfTheFramework()
    {
        Assert.Empty(Directory.GetFiles(AppContext.BaseDirectory, "System.Private.CoreLib*", SearchOption.AllDirectories));
        string[] lists = Directory.GetFiles(AppContext.BaseDirectory, "*.deps.json");
        Assert.NotEmpty(lists);
        Assert.All(lists, static list => Assert.DoesNotContain("System.Private.CoreLib", File.ReadAllText(list), StringComparison.Ordinal));
    }

    /// <summary>A signed library refers to signed assemblies only, and a runtime loads none that is newer than its own.</summary>
    [Fact]
    public void PartOfTheFramework_ThatTheLibraryIsCompiledWith_IsSignedAndAsOldAsTheOldestTarget()
    {
        string configuration = typeof(PackageTests).Assembly.GetCustomAttribute<AssemblyConfigurationAttribute>()!.Configuration;
        AssemblyName part = AssemblyName.GetAssemblyName(Path.Combine(
            PackedLibrary.Root(), "src", "FrameworkInternals", "bin", configuration, "net8.0", "System.Private.CoreLib.dll"));

        Assert.Equal(typeof(PooledValueTask).Assembly.GetName().GetPublicKeyToken(), part.GetPublicKeyToken());
        Assert.Equal(new Version(8, 0, 0, 0), part.Version);
        Assert.Contains(
            typeof(PooledValueTask).Assembly.GetReferencedAssemblies(), name => name.Name == part.Name && name.Version == part.Version);
    }

    [Fact]
    public void Package_HasTheseFilesAndNoOthers()
    {
        string[] expected =
        [
            "PooledAwait.Net.nuspec",
            "README.md",
            "analyzers/dotnet/cs/PooledAwait.Analyzers.dll",
            "analyzers/dotnet/cs/PooledAwait.CodeFixes.dll",
            "build/AsyncMethodBuilderAttribute.cs",
            "build/PooledAwait.Net.Redirect.targets",
            "build/PooledAwait.Net.targets",
            "build/RuntimeAsyncMethodGenerationAttribute.cs",
            "buildMultiTargeting/PooledAwait.Net.targets",
            "buildTransitive/AsyncMethodBuilderAttribute.cs",
            "buildTransitive/PooledAwait.Net.Redirect.targets",
            "buildTransitive/PooledAwait.Net.targets",
            "buildTransitive/RuntimeAsyncMethodGenerationAttribute.cs",
            "icon.png",
            .. s_targets.SelectMany(static target => (string[])[$"lib/{target}/PooledAwait.Net.dll", $"lib/{target}/PooledAwait.Net.xml"]),
            "tools/Mono.Cecil.LICENSE.txt",
            "tools/Mono.Cecil.dll",
            "tools/PooledAwait.Build.dll",
        ];

        Assert.Equal(expected, OwnFiles(_library.Package));
    }

    [BuildFact]
    public void PrecompiledPackage_HasNativeCodeThatAPortableProgramUses()
    {
        Assert.True(
            Directory.EnumerateDirectories(PackedLibrary.PackageFolder, "microsoft.netcore.app.crossgen2.*").Any()
                && Directory.Exists(Path.Combine(PackedLibrary.PackageFolder, "microsoft.netcore.app.runtime.osx-arm64")),
            "The compiler to native code isn't restored. Run: dotnet restore src/PooledAwait.Net -p:Precompile=true");

        const string Version = PackedLibrary.Version + ".native";
        _library.Pack(Version, "-p:Precompile=true");
        Assert.Equal(
            ((string[])["linux-arm64", "linux-x64", "osx-arm64", "win-x64"])
                .Select(static runtime => $"runtimes/{runtime}/lib/net10.0/PooledAwait.Net.dll"),
            OwnFiles(_library.PackageOf(Version)).Except(OwnFiles(_library.Package)));

        // Two methods of the user, each with some fourteen instantiations of the library and the framework, and the library's accessors of
        // private members, which are never precompiled: about ten.
        Assert.InRange(CompiledMethodsOfTheFirstOperation(new Consumers(_library, Version)), 10, 45);
        Assert.All(
            ((string[])["linux-arm64", "win-x64"]).Where(Consumers.CanRun),
            runtime => Assert.InRange(CompiledMethodsOfTheFirstOperation(new Consumers(_library, Version), runtime), 10, 45));
    }

    /// <summary>The runtime would parse their names in a process's first operation.</summary>
    [BuildFact]
    public void ReleasedAssembly_HasNoFriends()
    {
        Assert.Contains("PooledAwait.Tests", Friends(), StringComparison.Ordinal);
        Assert.DoesNotContain("PooledAwait.Tests", Friends("-p:Precompile=true"), StringComparison.Ordinal);

        string Friends(params string[] options) => DotNetCommand.Run(
            _library.Folder,
            ["msbuild", Path.Combine(PackedLibrary.Root(), "src", "PooledAwait.Net"), "-getItem:InternalsVisibleTo", .. options]);
    }

    /// <summary>Of an assembly without friends, a ReadyToRun compiler compiles what visible methods reach.</summary>
    [Fact]
    public void Precompiled_Always_IsReachedByAVisibleMethod()
    {
        using AssemblyDefinition library = AssemblyDefinition.ReadAssembly(typeof(PooledValueTask).Assembly.Location);
        Assert.Contains(
            library.MainModule.Types.Where(static type => type.IsPublic).SelectMany(static type => type.Methods),
            static method => method.IsPublic && method.HasBody && method.Body.Instructions.Any(
                static instruction => instruction.Operand is MethodReference { DeclaringType.Name: "Precompiled" }));
    }

    [BuildFact]
    public void FirstOperation_OfAConsumer_CompilesAFewHundredMethodsAtMost() =>
        Assert.InRange(CompiledMethodsOfTheFirstOperation(new Consumers(_library)), 100, 215);

    [Fact]
    public void Documentation_OfEachTarget_IsOfWhatUsersSeeAndOfAllOfIt()
    {
        string[] types =
        [
            .. from type in typeof(PooledValueTask).Assembly.GetExportedTypes()
               where !PublicApiTests.IsOfNetAlone(type.FullName!)
               select "T:" + type.FullName!.Replace('+', '.'),
        ];
        foreach (string target in s_targets)
        {
            XElement[] members = [.. Xml($"lib/{target}/PooledAwait.Net.xml").Descendants("member")];
            string[] names = [.. members.Select(static member => (string)member.Attribute("name")!)];

            Assert.Empty(types.Except(names));
            Assert.Empty(names.Where(static name => name.StartsWith("T:", StringComparison.Ordinal)).Except(types));

            // An internal constructor with as many parameters as public ones, an internal field, an internal method; public ones.
            Assert.DoesNotContain(names, static name => name.Contains("Operation{", StringComparison.Ordinal));
            Assert.DoesNotContain("F:PooledAwait.PooledValueTask`1._operation", names);
            Assert.DoesNotContain(names, static name => name.StartsWith("M:PooledAwait.Operation", StringComparison.Ordinal));
            Assert.Contains("M:PooledAwait.PooledValueTask`1.#ctor(System.Threading.Tasks.Task{`0})", names);
            Assert.Contains(
                "M:PooledAwait.PooledValueTask`1.op_Implicit(PooledAwait.PooledValueTask{`0}@)~System.Threading.Tasks.ValueTask{`0}",
                names);
            Assert.Contains("P:PooledAwait.PoolStatistics.Rented", names);
            Assert.Contains("M:PooledAwait.CompletionSequence`1.Enumerator.MoveNextAsync", names);

            // What a text points to in this library is there.
            Assert.Empty(
                from reference in members.Descendants().Attributes("cref")
                where reference.Value[2..].StartsWith("PooledAwait.", StringComparison.Ordinal) && !names.Contains(reference.Value)
                select $"{reference.Parent!.AncestorsAndSelf("member").First().Attribute("name")!.Value} → {reference.Value}");
        }
    }

    [Fact]
    public void Package_SaysWhatItIs()
    {
        XElement metadata = Xml("PooledAwait.Net.nuspec").Elements().Single();
        XNamespace space = metadata.Name.Namespace;

        Assert.Equal("PooledAwait.Net", metadata.Element(space + "id")!.Value);
        Assert.Equal("MIT", metadata.Element(space + "license")!.Value);
        Assert.Equal("README.md", metadata.Element(space + "readme")!.Value);
        Assert.Equal("icon.png", metadata.Element(space + "icon")!.Value);
        Assert.InRange(Content("icon.png").Length, 100, 10_000);
        string repository = metadata.Element(space + "repository")!.Attribute("url")!.Value;
        Assert.StartsWith("https://github.com/", repository, StringComparison.Ordinal);
        Assert.Equal(repository, metadata.Element(space + "projectUrl")!.Value);
        Assert.StartsWith("## 2.", metadata.Element(space + "releaseNotes")!.Value, StringComparison.Ordinal);
        Assert.DoesNotContain("](docs/", metadata.Element(space + "releaseNotes")!.Value, StringComparison.Ordinal);
        Assert.Equal(
            [
                ".NETStandard2.0: Microsoft.Bcl.AsyncInterfaces Microsoft.Bcl.TimeProvider System.Memory System.Threading.Channels "
                    + "System.Threading.Tasks.Extensions",
                "net10.0:",
                "net8.0:",
            ],
            metadata.Descendants(space + "group").Select(Dependencies).Order(StringComparer.Ordinal));

        static string Dependencies(XElement group) =>
            (string)group.Attribute("targetFramework")! + ":"
            + string.Concat(
                group.Elements().Select(static dependency => " " + (string)dependency.Attribute("id")!).Order(StringComparer.Ordinal));
    }

    [Fact]
    public void Readme_OfThePackage_HasTheIdAsItsTitleAndLinksThatNeedNoRepository()
    {
        string readme = Encoding.UTF8.GetString(Content("README.md"));

        Assert.StartsWith("# PooledAwait.Net\n", readme.ReplaceLineEndings("\n"), StringComparison.Ordinal);
        MatchCollection links = Link().Matches(readme);
        Assert.NotEmpty(links);
        Assert.All(links, static link => Assert.Matches("^(https://|#)", link.Groups["target"].Value));
        Assert.All(
            links.Where(static link => link.Groups["image"].Success),
            static image => Assert.StartsWith(
                "https://raw.githubusercontent.com/", image.Groups["target"].Value, StringComparison.Ordinal));
    }

    [Fact]
    public void Package_HasSymbolsOfEachTarget() =>
        Assert.Equal(
            s_targets.Select(static target => $"lib/{target}/PooledAwait.Net.pdb"),
            Files(_library.Symbols).Where(static name => name.StartsWith("lib/", StringComparison.Ordinal)));

    [Fact]
    public void Library_OfEachTarget_IsBuiltDeterministically()
    {
        foreach (string target in s_targets)
        {
            using PEReader library = new(new MemoryStream(Content($"lib/{target}/PooledAwait.Net.dll")));
            Assert.Contains(library.ReadDebugDirectory(), static entry => entry.Type == DebugDirectoryEntryType.Reproducible);
        }
    }

    /// <summary>
    /// Direct: the attribute form on each target, in C# 10 and in the newest language. Transitive: a .NET Framework project that knows the
    /// package only through the first. Plain: what an old target compiles if nobody asks for more, C# 7.3. Basic: Visual Basic.
    /// </summary>
    [BuildFact]
    public void Consumers_OfEveryTargetAndLanguage_BuildWithoutAWarningAndRun()
    {
        Consumers consumers = new(_library);
        const string Targets = "<TargetFrameworks>netstandard2.0;net472;net8.0;net10.0</TargetFrameworks>";
        const string Executable = "<OutputType Condition=\"'$(TargetFramework)' != 'netstandard2.0'\">Exe</OutputType>";
        const string Main = """
                public static void Main()
                {
                    PooledValueTaskSource<int> source = PooledValueTaskSource<int>.Create();
                    ValueTask<int> task = Increment(source.Task);
                    source.SetResult(41);
                    Console.WriteLine(task.Result);
                }
            """;
        consumers.Add("Direct", Targets + Executable + "<LangVersion>10.0</LangVersion>", Attributed("Direct", Main));
        const string Language = "<LangVersion>latest</LangVersion><Nullable>enable</Nullable>";
        consumers.Add("Newest", Targets + Executable + Language, Attributed("Newest", Main));
        consumers.Add("Plain", "<TargetFramework>netstandard2.0</TargetFramework>", """
            using PooledAwait;

            namespace Plain
            {
                public static class Program
                {
                    public static async PooledValueTask<int> Increment(PooledValueTask<int> task) => await task + 1;
                }
            }
            """);
        consumers.Add(
            "Transitive",
            "<TargetFramework>net472</TargetFramework><LangVersion>10.0</LangVersion>",
            Attributed("Transitive", string.Empty),
            """<ProjectReference Include="../Direct/Direct.csproj" /><ProjectReference Include="../Plain/Plain.csproj" />""");

        consumers.Write("Basic/Basic.vbproj", $"""
            <Project Sdk="Microsoft.NET.Sdk">
              <PropertyGroup><TargetFramework>net10.0</TargetFramework><OutputType>Exe</OutputType></PropertyGroup>
              <ItemGroup><PackageReference Include="PooledAwait.Net" Version="{PackedLibrary.Version}" /></ItemGroup>
            </Project>
            """);
        consumers.Write("Basic/Program.vb", """
            Public Module Program
                Public Sub Main()
                    Dim source = PooledAwait.PooledValueTaskSource(Of Integer).Create()
                    Dim task = Increment(source.PooledTask)
                    source.SetResult(41)
                    System.Console.WriteLine(task.Result)
                End Sub

                Private Async Function Increment(task As PooledAwait.PooledValueTask(Of Integer)) As System.Threading.Tasks.Task(Of Integer)
                    Return Await task + 1
                End Function
            End Module
            """);

        consumers.Build("Basic");
        Assert.Equal("42", consumers.Run("Basic", "net10.0"));
        consumers.Build("Transitive");
        consumers.Build("Direct");
        consumers.Build("Newest");

        foreach (string project in (string[])["Direct", "Newest"])
        {
            Assert.All(consumers.RunOnEach(project), static printed => Assert.Equal("42", printed));
        }
    }

    /// <summary>By its project where the program has a runtime configuration, and otherwise by itself.</summary>
    [BuildFact]
    public void FlowSwitch_OfAProgram_DecidesWhetherTheExecutionContextFlows()
    {
        Consumers consumers = new(_library);
        const string Targets = "<TargetFrameworks>net472;net8.0;net10.0</TargetFrameworks><OutputType>Exe</OutputType>"
            + "<LangVersion>latest</LangVersion><ImplicitUsings>enable</ImplicitUsings>";
        foreach ((string project, string flow) in ((string, string)[])[("Flowing", "true"), ("NotFlowing", "false")])
        {
            consumers.Add(
                project,
                Targets + $"<PooledAwaitFlowExecutionContext>{flow}</PooledAwaitFlowExecutionContext>",
                $$"""
                using PooledAwait;

                AsyncLocal<string> local = new();
                #if NETFRAMEWORK
                AppContext.SetSwitch("PooledAwait.FlowExecutionContext", {{flow}});
                #endif
                PooledValueTaskSource source = PooledValueTaskSource.Create();
                local.Value = "caller";
                PooledValueTask<string> task = AwaitAndLook(source.PooledTask, local);
                local.Value = "completer";
                source.SetResult();
                Console.WriteLine(task.GetAwaiter().GetResult());

                static async PooledValueTask<string> AwaitAndLook(PooledValueTask task, AsyncLocal<string> local)
                {
                    await task;
                    return local.Value;
                }
                """);
            consumers.Build(project, "-p:NoWarn=PA0005");
            Assert.All(consumers.RunOnEach(project), printed => Assert.Equal(flow == "true" ? "caller" : "completer", printed));
        }
    }

    /// <summary>The compiler takes a semicolon in a property's value for a comment: the second form is the one to ask for. With Awaited,
    /// what a method returns is the framework's.</summary>
    [Fact]
    public void Analyzers_OfThePackage_KnowTheProjectsLine()
    {
        Assert.Equal(2, Warnings("Task;ValueTask"));
        Assert.Equal(0, Warnings("Awaited"));

        int Warnings(string methods)
        {
            Consumers consumers = new(_library);
            consumers.Add(
                "Line",
                "<TargetFramework>net10.0</TargetFramework><OutputType>Exe</OutputType><ImplicitUsings>enable</ImplicitUsings>"
                + $"<TreatWarningsAsErrors>false</TreatWarningsAsErrors><PooledAwaitMethods>{methods}</PooledAwaitMethods>",
                """
                public static class Line
                {
                    public static async Task Main()
                    {
                        ValueTask task = WaitAsync();
                        await task;
                        await task;
                        ValueTask<int> other = Polly.ResiliencePipeline.Empty.ExecuteAsync(static _ => new ValueTask<int>(1));
                        _ = await other + await other;
                    }

                    private static async ValueTask WaitAsync() => await Task.Yield();
                }
                """,
                $"""
                <PackageReference Include="PooledAwait.Net" Version="{PackedLibrary.Version}" />
                <PackageReference Include="Polly.Core" Version="8.9.1" />
                <PooledAwaitAssembly Include="Polly.Core" Methods="{methods}" />
                """);
            return consumers.Build("Line").Split('\n', StringSplitOptions.TrimEntries)
                .Where(static line => line.Contains("warning PA0001", StringComparison.Ordinal)).Distinct().Count();
        }
    }

    /// <summary>Where runtime-async is on, the package brings the attribute that gives a method its builder back.</summary>
    [BuildFact]
    public void Consumer_OnDotNet11WithRuntimeAsync_BuildsWithoutAWarningAndPools()
    {
        Consumers consumers = new(_library);
        consumers.Add(
            "Eleven",
            "<TargetFramework>net11.0</TargetFramework><OutputType>Exe</OutputType><Features>runtime-async=on</Features>",
            """
            using System;
            using System.Runtime.CompilerServices;
            using System.Threading.Tasks;
            using PooledAwait;

            public static class Program
            {
                [RuntimeAsyncMethodGeneration(false), AsyncMethodBuilder(typeof(PooledAsyncValueTaskMethodBuilder<>))]
                private static async ValueTask<int> Attributed(ValueTask<int> inner) => await inner + 1;

                private static async Task<int> Runtimes(ValueTask<int> inner) => await Attributed(inner);

                private static long Bytes()
                {
                    long before = GC.GetAllocatedBytesForCurrentThread();
                    PooledValueTaskSource<int> source = PooledValueTaskSource<int>.Create();
                    ValueTask<int> task = Attributed(source.Task);
                    source.SetResult(41);
                    return task.Result == 42 ? GC.GetAllocatedBytesForCurrentThread() - before : -1;
                }

                public static void Main()
                {
                    PooledValueTaskSource<int> source = PooledValueTaskSource<int>.Create();
                    Task<int> task = Runtimes(source.Task);
                    source.SetResult(41);
                    long bytes = 1;
                    for (int i = 0; i < 100_000 && bytes != 0; i++)
                    {
                        bytes = Bytes();
                    }

                    Console.WriteLine($"{Environment.Version.Major}: {task.Result}, {bytes} B");
                }
            }
            """);

        Assert.Equal("11: 42, 0 B", consumers.PublishAndRunNative("Eleven", "linux-x64", "--self-contained", "-p:UseAppHost=true"));
    }

    /// <summary>Version 4.8 is the compiler of .NET 8's first SDK. A newer SDK cannot run it, so that a program hosts it.</summary>
    [BuildFact]
    public void Analyzers_OfThePackage_FireInTheCompilerOfDotNet8()
    {
        Consumers consumers = new(_library);
        consumers.Add(
            "Compiler",
            "<TargetFramework>net8.0</TargetFramework><OutputType>Exe</OutputType><ImplicitUsings>enable</ImplicitUsings>",
            """
            using Microsoft.CodeAnalysis;
            using Microsoft.CodeAnalysis.CSharp;
            using Microsoft.CodeAnalysis.Diagnostics;

            AnalyzerFileReference[] files =
                [.. Directory.GetFiles(args[0], "*.dll").Select(path => new AnalyzerFileReference(path, new Loader()))];
            foreach (AnalyzerFileReference file in files)
            {
                file.AnalyzerLoadFailed += (_, failure) => Console.WriteLine("failed: " + failure.Message);
            }

            string references = (string)AppContext.GetData("TRUSTED_PLATFORM_ASSEMBLIES")!;
            CSharpCompilation compilation = CSharpCompilation.Create(
                "Misuse",
                [CSharpSyntaxTree.ParseText(File.ReadAllText(args[1]))],
                references.Split(Path.PathSeparator).Select(path => MetadataReference.CreateFromFile(path)),
                new CSharpCompilationOptions(OutputKind.DynamicallyLinkedLibrary));
            Console.WriteLine("compiler " + typeof(CSharpCompilation).Assembly.GetName().Version);
            CompilationWithAnalyzers analyzed =
                compilation.WithAnalyzers([.. files.SelectMany(file => file.GetAnalyzers(LanguageNames.CSharp))]);
            foreach (Diagnostic diagnostic in await analyzed.GetAllDiagnosticsAsync())
            {
                Console.WriteLine($"{diagnostic.Severity} {diagnostic.Id} {diagnostic.GetMessage()}");
            }

            internal sealed class Loader : IAnalyzerAssemblyLoader
            {
                public void AddDependencyLocation(string fullPath)
                {
                }

                public System.Reflection.Assembly LoadFromPath(string fullPath) => System.Reflection.Assembly.LoadFrom(fullPath);
            }
            """,
            $"""
            <PackageReference Include="PooledAwait.Net" Version="{PackedLibrary.Version}" />
            <PackageReference Include="Microsoft.CodeAnalysis.CSharp" Version="4.8.0" />
            """);
        string source = Path.Combine(_library.Folder, "Misuse.cs");
        File.WriteAllText(source, Misuse);

        consumers.Build("Compiler");
        string output = consumers.Run("Compiler", "net8.0", _library.AnalyzersOfConsumers, source);

        Assert.StartsWith("compiler 4.8.", output, StringComparison.Ordinal);
        Assert.All(s_misuse, id => Assert.Contains("Warning " + id, output, StringComparison.Ordinal));
        Assert.DoesNotContain("failed:", output, StringComparison.Ordinal);
        Assert.DoesNotContain("AD0001", output, StringComparison.Ordinal);
        Assert.DoesNotContain("Error", output, StringComparison.Ordinal);
    }

    /// <summary>Counts them in a program that creates its timer late: after a second, or after some thousand operations.</summary>
    /// <param name="consumers">Where the program is added.</param>
    /// <param name="runtime">The platform that it is published for; null for none.</param>
    private static int CompiledMethodsOfTheFirstOperation(Consumers consumers, string? runtime = null)
    {
        const string Target = "<TargetFramework>net10.0</TargetFramework><OutputType>Exe</OutputType>";
        consumers.Add("First", Target + "<ImplicitUsings>enable</ImplicitUsings>", """
            using System.Runtime;
            using PooledAwait;

            long before = JitInfo.GetCompiledMethodCount();
            Operate();
            before = JitInfo.GetCompiledMethodCount() - before;
            Console.WriteLine(before);
            if (args is [])
            {
                return;
            }

            if (Timer.ActiveCount != 0)
            {
                throw new InvalidOperationException("The first operation creates a timer.");
            }

            if (args[0] == "wait")
            {
                Thread.Sleep(1_100);
                Operate();
            }
            else
            {
                for (int i = 0; i < 10_000; i++)
                {
                    Operate();
                }
            }

            if (Timer.ActiveCount != 1)
            {
                throw new InvalidOperationException("No timer was created.");
            }

            static void Operate()
            {
                PooledValueTaskSource<int> source = PooledValueTaskSource<int>.Create();
                Last(Increment(Increment(source.PooledTask))).Forget();
                source.SetResult(1);
            }

            static async PooledValueTask<int> Increment(PooledValueTask<int> task) => await task + 1;

            static async PooledValueTask Last(PooledValueTask<int> task) => await task;
            """);
        if (runtime is not null)
        {
            // In an emulator the first operation may take the second after which there is a timer.
            consumers.Publish("First", runtime, "--self-contained", "-p:UseAppHost=true");
            return Number(consumers.RunPublishedFor(runtime, "First"));
        }

        consumers.Build("First");
        return ((string[])["wait", "count"]).Max(timer => Number(consumers.Run("First", "net10.0", timer)));

        static int Number(string text) => int.Parse(text, CultureInfo.InvariantCulture);
    }

    private static string Attributed(string space, string main) =>
        $$"""
        using System;
        using System.Runtime.CompilerServices;
        using System.Threading.Tasks;
        using PooledAwait;

        namespace {{space}};

        public static class Program
        {
            [AsyncMethodBuilder(typeof(PooledAsyncValueTaskMethodBuilder<>))]
            public static async ValueTask<int> Increment(ValueTask<int> task) => await task + 1;

            [AsyncMethodBuilder(typeof(PooledAsyncTaskMethodBuilder))]
            public static async Task Wait(ValueTask task) => await task;

        {{main}}
        }
        """;

    [GeneratedRegex(@"(?<image>!)?\[[^\]]*\]\((?<target>[^)\s]+)\)")]
    private static partial Regex Link();

    private byte[] Content(string name)
    {
        using ZipArchive package = ZipFile.OpenRead(_library.Package);
        using Stream stream = package.GetEntry(name)!.Open();
        using MemoryStream copy = new();
        stream.CopyTo(copy);
        return copy.ToArray();
    }

    private static IEnumerable<string> Files(string package)
    {
        using ZipArchive archive = ZipFile.OpenRead(package);
        return [.. archive.Entries.Select(static entry => entry.FullName).Order(StringComparer.Ordinal)];
    }

    /// <summary>The files of a package, the container's own parts aside.</summary>
    private static IEnumerable<string> OwnFiles(string package) => Files(package).Where(static name =>
        !name.StartsWith('[') && !name.StartsWith('_') && !name.StartsWith("package/", StringComparison.Ordinal));

    private XElement Xml(string name) => XElement.Load(new MemoryStream(Content(name)));
}
