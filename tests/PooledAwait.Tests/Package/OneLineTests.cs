namespace PooledAwait.Tests.Package;

/// <summary>The project property, in builds of programs that install the package.</summary>
public sealed class OneLineTests(PackedLibrary library) : IClassFixture<PackedLibrary>
{
    private const string Target = "<TargetFramework>net10.0</TargetFramework><ImplicitUsings>enable</ImplicitUsings>";

    private const string Program = Target + "<OutputType>Exe</OutputType>";

    private const string Line = "<PooledAwaitMethods>Task;ValueTask</PooledAwaitMethods>";

    /// <summary>Says whether its method was pooled: whether there is a pool.</summary>
    private const string Code = """
        public static class Program
        {
            public static async Task Main()
            {
                int sum = await Add(1, await Add(2, 3));
                Console.WriteLine($"{sum} {(PooledAwait.Pool.GetStatistics().Count > 0 ? "pooled" : "not pooled")}");
            }

            private static async Task<int> Add(int a, int b)
            {
                await Task.Yield();
                return a + b;
            }
        }
        """;

    [BuildFact]
    public void Line_OfAProject_TakesEffectInTheNextBuildAndSoDoesItsEnd()
    {
        Consumers consumers = new(library);
        consumers.Add("App", Program + "<PooledAwaitMethods>Awaited</PooledAwaitMethods>", Code);
        Assert.Contains(
            "App: 2 async methods, 3 calls: 2 pooled (1 method has a variant).", consumers.Build("App"), StringComparison.Ordinal);
        Assert.Equal("6 pooled", consumers.Run("App", "net10.0"));
        Assert.DoesNotContain("async method", consumers.Build("App"), StringComparison.Ordinal);

        consumers.Add("App", Program, Code);
        Assert.DoesNotContain("async method", consumers.Build("App"), StringComparison.Ordinal);
        Assert.Equal("6 not pooled", consumers.Run("App", "net10.0"));

        // Directory.Build.targets is read after the package's own file.
        consumers.Write(
            "App/Directory.Build.targets",
            $"<Project><PropertyGroup>{Line.Replace(";ValueTask", "", StringComparison.Ordinal)}</PropertyGroup></Project>");
        consumers.Build("App");
        Assert.Equal("6 pooled", consumers.Run("App", "net10.0"));
    }

    /// <summary>The README's program, as it is pasted, prints what the README says; with the line it prints zeros.</summary>
    [BuildFact]
    public void Program_OfTheReadme_PrintsWhatTheReadmeSays()
    {
        string readme = File.ReadAllText(Path.Combine(PackedLibrary.Root(), "README.md")).ReplaceLineEndings("\n");
        string code = Regex.Match(readme, "```csharp First\n(.*?)```", RegexOptions.Singleline).Groups[1].Value;
        Match output = Regex.Match(readme, "It prints about `([0-9]+)( .+?)`");
        Consumers consumers = new(library);
        consumers.Add("First", Program, code);
        consumers.Build("First");
        Match printed = Regex.Match(consumers.Run("First", "net10.0"), "^([0-9]+)" + output.Groups[2] + "$");

        // The inner method now and then ends before the outer one asks, which then doesn't suspend.
        int bytes = int.Parse(output.Groups[1].Value, CultureInfo.InvariantCulture);
        Assert.InRange(int.Parse(printed.Groups[1].Value, CultureInfo.InvariantCulture), bytes * 95 / 100, bytes);

        const string Awaited = "<PooledAwaitMethods>Awaited</PooledAwaitMethods>";
        Assert.Contains($"`{Awaited}`", readme, StringComparison.Ordinal);
        consumers.Add("First", Program + Awaited, code);
        consumers.Build("First");
        Assert.Equal("0" + output.Groups[2], consumers.Run("First", "net10.0"));
    }

    /// <summary>The line works for each target of a signed library, and those that use the library get the redirected assembly.</summary>
    [BuildFact]
    public void Line_OfALibrary_IsInEachOfItsTargets()
    {
        Consumers consumers = new(library);
        consumers.Add(
            "Library",
            "<TargetFrameworks>netstandard2.0;net472;net10.0</TargetFrameworks><LangVersion>latest</LangVersion>"
            + "<SignAssembly>true</SignAssembly>"
            + $"<AssemblyOriginatorKeyFile>{Path.Combine(PackedLibrary.Root(), "PooledAwait.snk")}</AssemblyOriginatorKeyFile>" + Line,
            "namespace Library { public static class Adder { public static async System.Threading.Tasks.Task<int> Add(int a, int b)"
            + " { await System.Threading.Tasks.Task.Yield(); return a + b; } } }");
        consumers.Add(
            "App",
            Program,
            Code.Replace("await Add(1, await Add(2, 3))", "await Library.Adder.Add(1, 5)", StringComparison.Ordinal),
            """<ProjectReference Include="../Library/Library.csproj" />""");

        string output = consumers.Build("Library");
        const string Summary =
            "Library: 1 async method, 0 calls: 0 pooled (1 method has a variant); also 1 Task pooled for other callers.";
        Assert.Equal(3, output.Split(Summary).Length - 1);
        Assert.Equal(3, consumers.Build("Library", "-t:PooledAwaitReport").Split(Summary).Length - 1);
        consumers.Build("App");
        Assert.Equal("6 pooled", consumers.Run("App", "net10.0"));
    }

    /// <summary>A library that pools one of its targets: no other target depends on the package, and users don't build with it.</summary>
    [BuildFact]
    public void Package_OfALibraryThatPoolsOneTarget_HasTheDependencyThereAlone()
    {
        Consumers consumers = new(library);
        const string Pooled = "Condition=\"'$(TargetFramework)' == 'net10.0'\"";
        (string PrivateAssets, string Excluded)[] references =
        [
            ("", "Build,Analyzers"),
            ("PrivateAssets=\"contentfiles;analyzers;build;buildTransitive\"", "Build,Analyzers,BuildTransitive"),
        ];
        foreach ((string privateAssets, string excluded) in references)
        {
            consumers.Add(
                "Packed",
                "<TargetFrameworks>net8.0;net10.0</TargetFrameworks><ImplicitUsings>enable</ImplicitUsings>"
                + "<GeneratePackageOnBuild>true</GeneratePackageOnBuild><NoWarn>$(NoWarn);NU5104</NoWarn>"
                + $"<PooledAwaitMethods {Pooled}>Task;ValueTask</PooledAwaitMethods>",
                Code.Replace("PooledAwait.Pool.GetStatistics().Count > 0", "sum > 0", StringComparison.Ordinal),
                $"""<PackageReference {Pooled} Include="PooledAwait.Net" Version="{PackedLibrary.Version}" {privateAssets} />""");

            Assert.Contains("Packed: 2 async methods, ", consumers.Build("Packed"), StringComparison.Ordinal);
            string dependency = $"<dependency id=\"PooledAwait.Net\" version=\"{PackedLibrary.Version}\" exclude=\"{excluded}\" />";
            Match match = Assert.Single(Regex.Matches(
                consumers.ReadText("Packed/obj/Release/Packed.1.0.0.nuspec"), "<group targetFramework=\"(.+)\">\\s*(<dependency .*>)"));
            Assert.Equal(("net10.0", dependency), (match.Groups[1].Value, match.Groups[2].Value));
        }
    }

    /// <summary>Packages that are used widely, with the servers they need in the program itself. Its folder has a file for each.</summary>
    [BuildFact]
    public void Assemblies_OfPackages_ArePooledAndWork()
    {
        Consumers consumers = new(library);
        (string Assembly, string Result)[] packages =
        [
            ("Polly.Core", "3 tries"),
            ("Grpc.Net.Client", "doubled a b c end InvalidArgument Cancelled"),
            ("NATS.Client.Core", "2870"),
        ];
        const string References = $"""
            <FrameworkReference Include="Microsoft.AspNetCore.App" />
            <PackageReference Include="PooledAwait.Net" Version="{PackedLibrary.Version}" />
            <PackageReference Include="Polly.Core" Version="8.9.1" />
            <PackageReference Include="Grpc.Net.Client" Version="2.85.0" />
            <PackageReference Include="Grpc.AspNetCore.Server" Version="2.85.0" />
            <PackageReference Include="NATS.Client.Core" Version="3.3.2" />
            """;
        string programs = Path.Combine(PackedLibrary.Root(), "tests", "PooledAwait.Tests", "Package", "Programs");
        string program = File.ReadAllText(Path.Combine(programs, "Program.cs"));
        foreach (string file in (string[])[.. Directory.GetFiles(programs), Path.Combine(programs, "..", "Clients", "Measured.cs")])
        {
            consumers.Write(Path.Combine("App", Path.GetFileName(file)), File.ReadAllText(file));
        }

        string pooledRun = "";
        foreach (string methods in (string[])["Awaited", "Task;ValueTask"])
        {
            string items = string.Concat(packages.Select(package =>
                $"""<PooledAwaitAssembly Include="{package.Assembly}" Methods="{methods}" />"""));
            consumers.Add("App", Program, program, References + items);
            string build = consumers.Build("App");
            Assert.All(packages, package => Assert.Matches($"{package.Assembly}: [0-9]+ async methods, [0-9]+ calls: [1-9]", build));
            pooledRun = consumers.Run("App", "net10.0");

            // Polly's methods call each other by delegates, so that Awaited pools none of them.
            string[] lines = Lines(pooledRun);
            Assert.Equal(
                Output("pooled"),
                methods == "Awaited" ? lines.Select(static line => line.Replace("not pooled", "pooled", StringComparison.Ordinal)) : lines);
        }

        Assert.Equal(Output("pooled"), Lines(consumers.PublishAndRun("App", "one")));
        Assert.Equal(Output("pooled"), Lines(consumers.PublishAndRun("App", "two")));

        // A package's file is older than the published copy. Each folder gets it with its own publish, also after a clean.
        consumers.Add("App", Program, program, References);
        string run = consumers.PublishAndRun("App", "one");
        Assert.Equal(Output("not pooled"), Lines(run));
        Assert.All(Bytes(pooledRun).Zip(Bytes(run)), static bytes => Assert.InRange(bytes.First, 0, bytes.Second - 1));
        Assert.Equal(Output("pooled"), Lines(consumers.RunPublished("App", "two")));
        consumers.Build("App", "-t:Clean");
        Assert.Equal(Output("not pooled"), Lines(consumers.PublishAndRun("App", "two")));

        string[] Output(string pooled) => [.. packages.Select(package => $"{package.Assembly}: {package.Result}, {pooled}")];
        // The bytes of an operation come last.
        string[] Lines(string output) =>
            [.. output.Split('\n', StringSplitOptions.TrimEntries).Select(static line => line[..line.LastIndexOf(',')])];

        int[] Bytes(string output) =>
        [
            .. output.Split('\n', StringSplitOptions.TrimEntries).Select(static line =>
                int.Parse(line[(line.LastIndexOf(',') + 2)..], CultureInfo.InvariantCulture)),
        ];
    }

    /// <summary>dotnet watch and debuggers change methods by the compiler's output, so that what they may change is that output.</summary>
    [BuildFact]
    public void Edit_UnderDotNetWatch_Arrives()
    {
        Consumers consumers = new(library);
        const string Loop = """
            public static class Program
            {
                public static async Task Main()
                {
                    for (int i = 0; i < 1000; i++)
                    {
                        Console.WriteLine(await Text());
                        await Task.Delay(200);
                    }
                }

                private static async Task<string> Text()
                {
                    await Task.Yield();
                    return "before the edit";
                }
            }
            """;
        consumers.Add("App", Program + Line, Loop);
        string edited = Loop.Replace("before the edit", "after the edit", StringComparison.Ordinal);
        consumers.Watch("App", "before the edit", () => consumers.Write("App/Program.cs", edited), "after the edit");

        string build = consumers.Build("App", "-p:Optimize=false");
        Assert.Contains("App: not pooled, because it is compiled without optimization", build, StringComparison.Ordinal);
        Assert.Equal(consumers.Read("App/obj/Release/net10.0/App.dll"), consumers.Read("App/bin/Release/net10.0/App.dll"));
    }

    /// <summary>After an edit of such a program the SDK would call the compiler alone.</summary>
    [BuildFact]
    public void FileBasedProgram_IsPooledAfterAnEditToo()
    {
        Consumers consumers = new(library);
        const string Code = $$"""
            #:package PooledAwait.Net@{{PackedLibrary.Version}}
            #:property PooledAwaitMethods=Task;ValueTask
            #:property PublishAot=false

            Console.WriteLine($"{await Text()} {(PooledAwait.Pool.GetStatistics().Count > 0 ? "pooled" : "not pooled")}");

            static async Task<string> Text()
            {
                await Task.Yield();
                return "first";
            }
            """;
        foreach (string text in (string[])["first", "second", "third"])
        {
            consumers.Write("app.cs", Code.Replace("first", text, StringComparison.Ordinal));
            Assert.EndsWith($"{text} pooled", consumers.RunFile("app.cs"), StringComparison.Ordinal);
        }
    }

    /// <summary>A report says of each deployed assembly what becomes of its methods, also before the project pools anything.</summary>
    [BuildFact]
    public void Report_OfAProject_IsOfAllThatItDeploys()
    {
        Consumers consumers = new(library);
        const string References = $"""
            <PackageReference Include="PooledAwait.Net" Version="{PackedLibrary.Version}" />
            <PackageReference Include="Polly.Core" Version="8.9.1" />
            """;
        consumers.Add("App", Program, Code, References);
        string output = consumers.Build("App", "-t:PooledAwaitReport");
        Assert.Contains("App: 2 async methods, ", output, StringComparison.Ordinal);
        Assert.Matches("Polly.Core: [0-9]+ async methods, ", output);
        string table = consumers.ReadText("App/bin/Release/net10.0/PooledAwaitReport.md");
        Assert.Contains("## App\n\nNot pooled. With `Awaited` it would be", table, StringComparison.Ordinal);
        Assert.Contains("| `Program.Add(Int32, Int32)` | ", table, StringComparison.Ordinal);

        // Friends of a project's assembly count, wherever they are: its own build doesn't know what a program deploys.
        const string Library = """
            [assembly: System.Runtime.CompilerServices.InternalsVisibleTo("Tests")]
            internal static class Library
            {
                internal static async System.Threading.Tasks.Task Run() => await System.Threading.Tasks.Task.Yield();
                public static async System.Threading.Tasks.Task RunTwice() { await Run(); await Run(); }
            }
            """;
        consumers.Add("Library", "<TargetFramework>net10.0</TargetFramework>" + Line, Library);
        consumers.Add("File", "<TargetFramework>net10.0</TargetFramework>" + Line, Library);
        consumers.Build("File");
        const string More = """
            <PooledAwaitAssembly Include="Polly.Core" Methods="Task" />
            <ProjectReference Include="../Library/Library.csproj" />
            <Reference Include="../File/bin/Release/net10.0/File.dll" />
            """;
        consumers.Add("App", Program + Line, Code, References + More);
        string built = consumers.Build("App");
        output = consumers.Build("App", "-t:PooledAwaitReport");
        Assert.Equal(Regex.Match(built, "Library: .*").Value, Regex.Match(output, "Library: .*").Value);
        Assert.Contains("Library: 2 async methods, ", output, StringComparison.Ordinal);
        Assert.Contains("File: pooled in its own build.", output, StringComparison.Ordinal);

        // Polly.Core has friends, and the program deploys none of them.
        Assert.Equal(Regex.Match(built, "Polly.Core: .*").Value, Regex.Match(output, "Polly.Core: .*").Value);
        Assert.Matches("Polly.Core: [0-9]+ async methods, ", built);
        table = consumers.ReadText("App/bin/Release/net10.0/PooledAwaitReport.md");
        Assert.Contains("## App\n\nPooled with `Task;ValueTask`. 2 async methods, ", table, StringComparison.Ordinal);
        Assert.Contains("## Polly.Core\n\nPooled with `Task`. ", table, StringComparison.Ordinal);
        Assert.Contains("## Library\n\nPooled with `Task;ValueTask`. 2 async methods, ", table, StringComparison.Ordinal);
        Assert.Contains(
            "\"assembly\": \"Polly.Core\"", consumers.ReadText("App/bin/Release/net10.0/PooledAwaitReport.json"), StringComparison.Ordinal);
    }

    [BuildFact]
    public void Lines_ThatMeanNothing_SayWhatToDo()
    {
        Consumers consumers = new(library);
        const string Reference = $"""<PackageReference Include="PooledAwait.Net" Version="{PackedLibrary.Version}" />""";
        const string Assembly = """<PooledAwaitAssembly Include="NoSuch" Methods="Task" />""";
        (string Code, string Properties, string Items)[] wrong =
        [
            ("PA1001", Program + "<PooledAwaitMethods>Tasks</PooledAwaitMethods>", ""),
            ("PA1001", Program, """<PooledAwaitAssembly Include="PooledAwait.Net" Methods="Tasks" />"""),
            ("PA1003", Program, """<PooledAwaitAssembly Include="PooledAwait.Net" />"""),
            ("PA1002", Program, Assembly),
            ("PA1002", Program, Assembly.Replace("NoSuch", "Private", StringComparison.Ordinal)
                + """<ProjectReference Include="../Private/Private.csproj" Private="false" />"""),

            // The shared framework has the same version.
            ("PA1002", Program.Replace("net10.0", "net8.0", StringComparison.Ordinal),
                Assembly.Replace("NoSuch", "Microsoft.Extensions.Http", StringComparison.Ordinal) + """
                <FrameworkReference Include="Microsoft.AspNetCore.App" />
                <PackageReference Include="Microsoft.Extensions.Http" Version="8.0.0" />
                """),
            ("PA1004", Target, Assembly),
            ("PA1005", Program + Line + "<Features>runtime-async=on</Features>", ""),
            (
                "PA1006", Target + Line,
                """<PackageReference Update="PooledAwait.Net" PrivateAssets="all" />"""),
            ("PA1007", Program + "<PooledAwaitFlowExecutionContext>false</PooledAwaitFlowExecutionContext>", Assembly),
        ];
        consumers.Add("Private", "<TargetFramework>net10.0</TargetFramework>", "");
        foreach ((string expected, string properties, string items) in wrong)
        {
            consumers.Add("Wrong", properties, Code, Reference + items);
            Assert.Contains(expected, BuildAnyway("Wrong"), StringComparison.Ordinal);
        }

        consumers.Add(
            "Packed",
            "<TargetFrameworks>net10.0;netstandard2.0</TargetFrameworks><LangVersion>latest</LangVersion>"
            + "<NoWarn>$(NoWarn);PA1006</NoWarn><GeneratePackageOnBuild>true</GeneratePackageOnBuild>"
            + "<ImplicitUsings>enable</ImplicitUsings>" + Line,
            Code,
            Reference.Replace("/>", "PrivateAssets=\"runtime\" />", StringComparison.Ordinal));
        Assert.Contains("error PA1006", BuildAnyway("Packed"), StringComparison.Ordinal);

        string BuildAnyway(string project)
        {
            try
            {
                return consumers.Build(project);
            }
            catch (Xunit.Sdk.XunitException failure)
            {
                return failure.Message;
            }
        }
    }

    /// <summary>Every project has a global reference, so that a library needs not pass it on, unless it is packed.</summary>
    [BuildFact]
    public void GlobalPackageReference_OfALibrary_IsEnoughForItsProgramsAndNotForItsPackage()
    {
        Consumers consumers = new(library);
        consumers.Write("Directory.Packages.props", $"""
            <Project>
              <PropertyGroup><ManagePackageVersionsCentrally>true</ManagePackageVersionsCentrally></PropertyGroup>
              <ItemGroup><GlobalPackageReference Include="PooledAwait.Net" Version="{PackedLibrary.Version}" /></ItemGroup>
            </Project>
            """);
        const string Properties = "<TargetFramework>net10.0</TargetFramework><NoWarn>$(NoWarn);NU5104</NoWarn>" + Line;
        const string Adder = "public static class Adder { public static async System.Threading.Tasks.Task<int> Add(int a, int b)"
            + " { await System.Threading.Tasks.Task.Yield(); return a + b; } }";
        consumers.Add("Library", Properties, Adder, "");
        consumers.Add(
            "App",
            Program,
            "System.Console.WriteLine(Adder.Add(2, 4).Result);",
            """<ProjectReference Include="../Library/Library.csproj" />""");
        consumers.Build("App");
        Assert.Equal("6", consumers.Run("App", "net10.0"));

        string failure = Assert.ThrowsAny<Xunit.Sdk.XunitException>(() => consumers.Build("Library", "-t:Pack")).Message;
        string advice =
            Regex.Match(failure, "error PA1006: .* (<GlobalPackageReference .*/>) and (<PackageReference .*/>)\\.").Result("$1$2");
        consumers.Add("Library", Properties, Adder, advice);
        consumers.Build("Library", "-t:Pack");
        Assert.Contains(
            "<dependency id=\"PooledAwait.Net\"", consumers.ReadText("Library/obj/Release/Library.1.0.0.nuspec"), StringComparison.Ordinal);
    }

    /// <summary>What is published is the copy: in one file, trimmed, compiled ahead, and as a native program where clang is.</summary>
    [BuildFact]
    public void Line_OfAPublishedProgram_IsInItsFile()
    {
        string runtime = System.Runtime.InteropServices.RuntimeInformation.RuntimeIdentifier;
        string[] forms = ["-p:PublishSingleFile=true", "-p:PublishTrimmed=true", "-p:PublishReadyToRun=true"];
        foreach (string form in ClientServer.Find("clang") is not null ? [.. forms, "-p:PublishAot=true"] : forms)
        {
            // The native compiler's package of .NET 8 reads the compiler's output in another way than later ones.
            foreach (string target in form == "-p:PublishAot=true" ? ["net10.0", "net8.0"] : (string[])["net10.0"])
            {
                Consumers consumers = new(library);
                const string Host = "<UseAppHost>true</UseAppHost><InvariantGlobalization>true</InvariantGlobalization>";
                consumers.Add("App", Program.Replace("net10.0", target, StringComparison.Ordinal) + Line + Host, Code);
                Assert.Equal("6 pooled", consumers.PublishAndRunNative("App", runtime, form));
            }
        }
    }

    /// <summary>The trimmer removes the library from the first one. The SDK would take its deps.json for the second as well.</summary>
    [BuildFact]
    public void Program_PublishedTrimmedWithoutTheLineAndThenWithIt_RunsBothTimes()
    {
        string runtime = System.Runtime.InteropServices.RuntimeInformation.RuntimeIdentifier;
        Consumers consumers = new(library);
        consumers.Add(
            "App",
            Program + "<UseAppHost>true</UseAppHost><InvariantGlobalization>true</InvariantGlobalization>",
            "System.Console.WriteLine(await GetAsync()); static async System.Threading.Tasks.Task<int> GetAsync()"
            + " { await System.Threading.Tasks.Task.Yield(); return 1; }");

        foreach (string methods in (string[])["", "Awaited", ""])
        {
            Assert.Equal(
                "1", consumers.PublishAndRunNative("App", runtime, "-p:PublishTrimmed=true", $"-p:PooledAwaitMethods={methods}"));
        }
    }
}
