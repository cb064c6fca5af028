namespace PooledAwait.Tests.Package;

/// <summary>Programs of several projects, whose assemblies are rewritten as one: however they are built, each calls the variants of the
/// others, and what is old is never deployed.</summary>
public sealed class SolutionTests(PackedLibrary library) : IClassFixture<PackedLibrary>
{
    private const string Main = """
        using System;
        using System.Linq;
        using System.Threading.Tasks;

        public static class Program
        {
            public static async Task Main()
            {
                string text = await new Upper(new Middle(new Lower())).GetAsync("Name") + await Packed.GetAsync();
                Console.WriteLine($"{text} {string.Join(' ', PooledAwait.Pool.GetStatistics()
                    .Select(static pool => pool.Type.Assembly.GetName().Name).Distinct().Order())}");
            }
        }
        """;

    /// <summary>Only a call of its variant rents from a pool of an assembly, but for Upper's.</summary>
    private const string Pooled = "Lower Middle Packed Upper";

    /// <summary>Two programs and their tests share three libraries: the lowest has two targets, the middle one an older target and no
    /// property, the upper one another value. A package brings its own variants, and calls the originals of its dependency, though its
    /// project deploys that.</summary>
    [BuildFact]
    public void Solution_HoweverItIsBuilt_IsRewrittenAsOneProgram()
    {
        Consumers consumers = new(library);
        const string Old = "<TargetFrameworks>netstandard2.0;net10.0</TargetFrameworks><LangVersion>latest</LangVersion>";
        const string Target = "<TargetFramework>net10.0</TargetFramework>";
        const string Program = Target + "<OutputType>Exe</OutputType>";
        string props = consumers.ReadText("Directory.Build.props");
        consumers.Write("Directory.Build.props", props.Replace("</Project>", $"""
              <PropertyGroup><PooledAwaitMethods>Awaited</PooledAwaitMethods><NoWarn>$(NoWarn);NU5104</NoWarn></PropertyGroup>
              <ItemGroup><PackageReference Include="PooledAwait.Net" Version="{PackedLibrary.Version}" /></ItemGroup>
            </Project>
            """, StringComparison.Ordinal));
        string packed =
            $"{Target}<GeneratePackageOnBuild>true</GeneratePackageOnBuild><PackageOutputPath>{library.Feed}</PackageOutputPath>";
        consumers.Add(
            "Below",
            packed + "<PooledAwaitMethods></PooledAwaitMethods>",
            Method("public static class Below { public static async Task<string> GetAsync()", "\" packed\"") + "}",
            "");
        consumers.Add(
            "Packed",
            packed + "<CopyLocalLockFileAssemblies>true</CopyLocalLockFileAssemblies>",
            Method("public static class Packed { public static async Task<string> GetAsync()", "await Below.GetAsync()") + "}",
            Project("Below"));
        consumers.Build("Packed");
        AddLower("first");
        consumers.Add(
            "Middle",
            "<TargetFramework>netstandard2.0</TargetFramework><LangVersion>latest</LangVersion><PooledAwaitMethods></PooledAwaitMethods>",
            Method(
                "public class Middle(ILower lower) { public virtual async Task<string> GetAsync(string text)",
                "await lower.GetAsync(text)") + "}",
            Project("Lower"));
        consumers.Add(
            "Upper",
            Target + "<PooledAwaitMethods>Task</PooledAwaitMethods>",
            Method(
                "public sealed class Upper(Middle middle) { public async Task<string> GetAsync(string text)",
                "await middle.GetAsync(text)") + "}",
            Project("Middle"));
        string references = Project("Upper") + "<PackageReference Include=\"Packed\" Version=\"1.0.0\" />";
        consumers.Add("App", Program, Main.Replace("Name\"", "app\"", StringComparison.Ordinal), references);
        consumers.Add("Other", Program, Main.Replace("Name\"", "other\"", StringComparison.Ordinal), references);
        consumers.Add("Tests", Target + "<IsPackable>false</IsPackable>", """
            public class Tests
            {
                [Xunit.Fact]
                public async System.Threading.Tasks.Task Copies_AreTheTests()
                {
                    await new Upper(new Middle(new Lower())).GetAsync("");
                    foreach (string name in (string[])["Lower", "Middle"])
                    {
                        Xunit.Assert.Contains(PooledAwait.Pool.GetStatistics(), pool => pool.Type.Assembly.GetName().Name == name);
                    }
                }
            }
            """, Project("Upper") + """
            <PackageReference Include="Microsoft.NET.Test.Sdk" Version="18.0.1" />
            <PackageReference Include="xunit" Version="2.9.3" />
            <PackageReference Include="xunit.runner.visualstudio" Version="3.1.5" />
            """);
        consumers.Write("All.slnx", "<Solution>" + string.Concat(((string[])["Tests", "Other", "App", "Upper", "Middle", "Lower"])
            .Select(static name => $"<Project Path=\"{name}/{name}.csproj\" />")) + "</Solution>");

        consumers.Build("All.slnx", "-m:2");
        AssertRun("first");
        DotNetCommand.Run(consumers.PathOf(""), "test", "All.slnx", "-c", "Release", "--no-build");

        // A change of a body leaves the reference assembly as it was, so that nothing above is compiled again.
        AddLower("second");
        consumers.Build("All.slnx", "-m:2", "-graph");
        AssertRun("second");
        Assert.DoesNotContain("async method", consumers.Build("All.slnx"), StringComparison.Ordinal);
        DotNetCommand.Run(consumers.PathOf(""), "publish", "App", "-c", "Release", "--no-build", "-o", consumers.PathOf("published"));
        Assert.Equal($"second app packed {Pooled}", consumers.RunPublished("App", "published"));

        AssertReplacedIsSaid(consumers);

        string[] artifacts = ["-p:UseArtifactsOutput=true", $"-p:ArtifactsPath={consumers.PathOf("artifacts")}"];
        consumers.Build("App", artifacts);
        AddLower("third");
        consumers.Build("App", artifacts);
        Assert.Equal($"third app packed {Pooled}", consumers.RunPublished("App", "artifacts/bin/App/release"));

        void AddLower(string text) => consumers.Add(
            "Lower",
            Old,
            Method("public class Lower : ILower { public async Task<string> GetAsync(string text)", $"\"{text} \" + text")
            + "} public interface ILower { Task<string> GetAsync(string text); }",
            "");

        void AssertRun(string text)
        {
            Assert.Equal($"{text} app packed {Pooled}", consumers.Run("App", "net10.0"));
            Assert.Equal($"{text} other packed {Pooled}", consumers.Run("Other", "net10.0"));
        }
    }

    /// <summary>As the tests of a program do. They have its libraries as they are, so that a copy of the program would lack their
    /// variants.</summary>
    [BuildFact]
    public void Program_ThatAProjectWithoutThePropertyRefersTo_WorksThereToo()
    {
        const string Program = "<TargetFramework>net10.0</TargetFramework><OutputType>Exe</OutputType>";
        Consumers consumers = new(library);
        consumers.Add(
            "Lower",
            "<TargetFramework>net10.0</TargetFramework>",
            Method("public class Lower { public async Task<string> GetAsync()", "\"lower\"") + "}",
            "");
        consumers.Add("App", Program + "<PooledAwaitMethods>Awaited</PooledAwaitMethods>", """
            using System;
            using System.Threading.Tasks;

            public static class App
            {
                public static async Task<string> GetAsync() => await new Lower().GetAsync();
                public static async Task Main() => Console.WriteLine(await GetAsync() + " app");
            }
            """, Project("Lower") + $"""<PackageReference Include="PooledAwait.Net" Version="{PackedLibrary.Version}" />""");
        consumers.Add("Tests", Program, """
            using System;
            using System.Threading.Tasks;

            public static class Tests
            {
                public static async Task Main()
                {
                    await App.Main();
                    Console.WriteLine(await App.GetAsync());
                }
            }
            """, Project("App"));

        Assert.Contains("Lower: 1 async method", consumers.Build("Tests"), StringComparison.Ordinal);
        Assert.Equal("lower app", consumers.Run("App", "net10.0"));
        Assert.Equal(["lower app", "lower"], consumers.Run("Tests", "net10.0").Split(Environment.NewLine));
    }

    /// <summary>A project's translations, and a file that it refers to. MSBuild gives them the project's metadata.</summary>
    [BuildFact]
    public void Files_BesideAProjectsAssembly_StayWhatTheyAre()
    {
        const string Target = "<TargetFramework>net10.0</TargetFramework><InvariantGlobalization>true</InvariantGlobalization>"
            + "<PredefinedCulturesOnly>false</PredefinedCulturesOnly>";
        const string Awaited = "<PooledAwaitMethods>Awaited</PooledAwaitMethods>";
        const string File = """<Reference Include="../OfFile/bin/Release/net10.0/OfFile.dll" />""";
        const string Words = """
                public static string Get() => new System.Resources.ResourceManager("Name.Words", typeof(Words).Assembly)
                    .GetString("Hello", new System.Globalization.CultureInfo("fr"));
            }
            """;
        Consumers consumers = new(library);
        string package = $"""<PackageReference Include="PooledAwait.Net" Version="{PackedLibrary.Version}" />""";
        consumers.Add("OfFile", Target, Method("public static class OfFile { public static async Task<string> GetAsync()", "\"file\"") + "}");
        consumers.Build("OfFile");
        foreach (string name in (string[])["Lower", "Program"])
        {
            consumers.Add(
                name,
                Target + Awaited + (name == "Lower" ? "" : "<OutputType>Exe</OutputType>"),
                Method($"public static class {name} {{ public static async Task<string> GetAsync()", "await OfFile.GetAsync()")
                    + (name == "Lower" ? "" : "public static async Task Main() => System.Console.WriteLine(await GetAsync());")
                    + Words.Replace("Name", name, StringComparison.Ordinal).Replace("Words)", name + ")", StringComparison.Ordinal),
                package + File);
            consumers.Write($"{name}/Words.resx", "<root><data name=\"Hello\"><value>hello</value></data></root>");
            consumers.Write($"{name}/Words.fr.resx", "<root><data name=\"Hello\"><value>bonjour</value></data></root>");
        }

        // The first rewrites the project, and the second takes the program as the compiler made it.
        foreach ((string name, string of, string property) in ((string, string, string)[])[("App", "Lower", Awaited), ("Tests", "Program", "")])
        {
            consumers.Add(
                name,
                Target + property + "<OutputType>Exe</OutputType>",
                Method($"public static class {name} {{ public static async Task Main()", "").Replace(
                    "return ;", $"System.Console.WriteLine(await {of}.GetAsync() + {of}.Get());", StringComparison.Ordinal) + "}",
                package + Project(of));
            consumers.Build(name);
            Assert.Equal("filebonjour", consumers.Run(name, "net10.0"));
        }
    }

    /// <summary>The compiler loads it from its own folder, where the package's assembly isn't.</summary>
    [BuildFact]
    public void Generator_WithThePropertyAndAsyncMethods_RunsInTheCompiler()
    {
        Consumers consumers = new(library);
        string package = $"""<PackageReference Include="PooledAwait.Net" Version="{PackedLibrary.Version}" />""";
        consumers.Add(
            "Generator",
            "<TargetFramework>netstandard2.0</TargetFramework><LangVersion>latest</LangVersion><NoWarn>RS1036</NoWarn>"
            + "<PooledAwaitMethods>Awaited</PooledAwaitMethods>",
            """
            using System.Threading.Tasks;
            using Microsoft.CodeAnalysis;

            [Generator]
            public class Constants : ISourceGenerator
            {
                public void Initialize(GeneratorInitializationContext context)
                {
                }

                public void Execute(GeneratorExecutionContext context) => context.AddSource(
                    "Constants.cs", $"static class Constants {{ public const int Three = {CountAsync().GetAwaiter().GetResult()}; }}");

                private static async Task<int> CountAsync() => await GetAsync() + 1;

                private static async Task<int> GetAsync()
                {
                    await Task.Yield();
                    return 2;
                }
            }
            """,
            $"""{package}<PackageReference Include="Microsoft.CodeAnalysis.CSharp" Version="4.8.0" PrivateAssets="all" />""");
        const string Analyzer = "OutputItemType=\"Analyzer\" ReferenceOutputAssembly=\"false\" />";
        consumers.Add(
            "App",
            "<TargetFramework>net10.0</TargetFramework><OutputType>Exe</OutputType><PooledAwaitMethods>Awaited</PooledAwaitMethods>",
            "System.Console.WriteLine(Constants.Three);",
            package + Project("Generator").Replace("/>", Analyzer, StringComparison.Ordinal));

        Assert.Contains("Generator: not pooled", consumers.Build("App"), StringComparison.Ordinal);
        Assert.Equal("3", consumers.Run("App", "net10.0"));
    }

    /// <summary>A line counts as covered whether the method or its variant has run it.</summary>
    [BuildFact]
    public void Coverage_ByCoverlet_HasTheSameLines()
    {
        const string Target = "<TargetFramework>net10.0</TargetFramework>";
        Consumers consumers = new(library);
        consumers.Add("Lower", Target, """
            using System.Threading.Tasks;

            public sealed class Lower
            {
                public async Task<int> GetAsync(int number) =>
                    await GetNextAsync(number);

                public async Task<int> GetOtherAsync()
                {
                    await Task.Yield();
                    return 0;
                }

                private static async Task<int> GetNextAsync(int number)
                {
                    await Task.Yield();
                    if (number < 0)
                    {
                        return 0;
                    }

                    return number + 1;
                }
            }
            """);
        consumers.Add("Tests", Target + "<IsPackable>false</IsPackable>", """
            public class Tests
            {
                [Xunit.Fact]
                public async System.Threading.Tasks.Task Number_IsNext() => Xunit.Assert.Equal(2, await new Lower().GetAsync(1));
            }
            """, Project("Lower") + $"""
            <PackageReference Include="PooledAwait.Net" Version="{PackedLibrary.Version}" />
            <PackageReference Include="Microsoft.NET.Test.Sdk" Version="18.0.1" />
            <PackageReference Include="coverlet.collector" Version="6.0.4" />
            <PackageReference Include="xunit" Version="2.9.3" />
            <PackageReference Include="xunit.runner.visualstudio" Version="3.1.5" />
            """);

        (int Line, bool IsCovered)[] without = Cover("");
        Assert.Contains(without, static line => line.IsCovered);
        Assert.Contains(without, static line => !line.IsCovered);
        Assert.Equal(without, Cover("Awaited"));

        (int Line, bool IsCovered)[] Cover(string methods)
        {
            string results = consumers.PathOf("coverage" + methods);
            string output = DotNetCommand.Run(
                consumers.PathOf("Tests"), "test", "-c", "Release", $"-p:PooledAwaitMethods={methods}", "--collect:XPlat Code Coverage",
                "--results-directory", results);
            Assert.Equal(methods.Length > 0, output.Contains("Lower: 3 async methods, 1 call: 1 pooled", StringComparison.Ordinal));
            string report = Directory.GetFiles(results, "coverage.cobertura.xml", SearchOption.AllDirectories).Single();
            return
            [
                .. XDocument.Load(report).Descendants("class")
                    .Where(static part => part.Attribute("filename")!.Value.EndsWith("Program.cs", StringComparison.Ordinal))
                    .SelectMany(static part => part.Element("lines")!.Elements("line"))
                    .GroupBy(static line => (int)line.Attribute("number")!, static line => (int)line.Attribute("hits")! > 0)
                    .Select(static line => (line.Key, line.Any(static isCovered => isCovered)))
                    .Order(),
            ];
        }
    }

    /// <summary>Someone copies another build of an assembly into the folder: here the compiler's output, which has no variants.</summary>
    private static void AssertReplacedIsSaid(Consumers consumers)
    {
        (string Name, string Target)[] assemblies = [("Lower", "net10.0"), ("Middle", "netstandard2.0"), ("Upper", "net10.0")];
        foreach ((string name, string target) in assemblies)
        {
            string deployed = consumers.PathOf($"App/bin/Release/net10.0/{name}.dll");
            byte[] copy = File.ReadAllBytes(deployed);
            File.WriteAllBytes(deployed, consumers.Read($"{name}/obj/Release/{target}/{name}.dll"));
            string failure = Assert.ThrowsAny<Xunit.Sdk.XunitException>(() => consumers.Run("App", "net10.0")).Message;
            Assert.Contains($"InvalidOperationException: '{name}' was replaced since this program was built", failure);
            Assert.Contains("at Program.<Main>", failure);
            Assert.DoesNotContain("MissingMethod", failure);
            File.WriteAllBytes(deployed, copy);
        }

        Assert.Equal($"second app packed {Pooled}", consumers.Run("App", "net10.0"));
    }

    private static string Method(string declaration, string result) => $$"""
        using System.Threading.Tasks;

        {{declaration}}
        {
            await Task.Yield();
            return {{result}};
        }
        """;

    private static string Project(string name) => $"""<ProjectReference Include="../{name}/{name}.csproj" />""";
}
