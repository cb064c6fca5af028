using System.Runtime.InteropServices;

namespace PooledAwait.Tests.Package;

/// <summary>Assemblies of every origin that a program deploys: each is the rewritten copy, and is found, however the program is
/// deployed.</summary>
public sealed class OriginTests(PackedLibrary library) : IClassFixture<PackedLibrary>
{
    private const string Target = "<TargetFramework>net10.0</TargetFramework>";

    private const string Library = """
        using System;
        using System.Threading.Tasks;

        namespace Name;

        public static class Adder
        {
            public static Func<int, int, Task<int>> Behind => Next;

            public static async Task<int> Add(int a, int b)
            {
                await Task.Yield();
                return a + b;
            }
        }
        """;

    /// <summary>Says what became of each assembly that it is compiled with.</summary>
    private const string Origins = """
        using System;
        using System.Globalization;
        using System.Linq;
        using System.Reflection;
        using System.Resources;
        using System.Runtime.Loader;
        using System.Threading.Tasks;

        public static class Origins
        {
            public static async Task Write()
            {
                Func<int, int, Task<int>>[] adders =
                [
                    OfPackage.Adder.Add, OfRuntimes.Adder.Add, OfFile.Adder.Add, OfFile.Adder.Behind,
                    OfProject.Adder.Add, OfProject.Adder.Behind, BehindProject.Adder.Add, OfHost.Adder.Add,
                ];
                foreach (Func<int, int, Task<int>> add in adders)
                {
                    Assembly assembly = add.Method.DeclaringType!.Assembly;
                    bool isCopy = assembly.GetCustomAttributes<AssemblyMetadataAttribute>().Any(
                        static data => data.Key == "PooledAwait.Redirected");
                    Console.WriteLine(
                        $"{assembly.GetName().Name} {await add(1, 2)} {(isCopy ? "pooled" : "not pooled")}"
                        + $" {AssemblyLoadContext.GetLoadContext(assembly)!.Name}");
                }

                ResourceManager words = new("OfPackage.Words", typeof(OfPackage.Adder).Assembly);
                Console.WriteLine(words.GetString("Hello", CultureInfo.InvariantCulture));
                Console.WriteLine(words.GetString("Hello", new CultureInfo("fr")));
            }
        }
        """;

    private const string Program = """
        using System;
        using System.Reflection;
        using System.Runtime.Loader;
        using System.Threading.Tasks;

        public static class Program
        {
            public static Task Main(string[] plugins) =>
                plugins.Length == 0
                    ? Origins.Write()
                    : (Task)new Plugin(plugins[0]).LoadFromAssemblyName(new AssemblyName("Plugin"))
                        .GetType("Origins").GetMethod("Write").Invoke(null, null);

            private sealed class Plugin(string path) : AssemblyLoadContext("Plugin")
            {
                private readonly AssemblyDependencyResolver _resolver = new(path);

                protected override Assembly Load(AssemblyName name) =>
                    _resolver.ResolveAssemblyToPath(name) is { } found ? LoadFromAssemblyPath(found) : null;
            }
        }
        """;

    /// <summary>The matrix: eight assemblies, and the words of one in another language; run, published, trimmed, in one file, as a
    /// plugin.</summary>
    [BuildFact]
    public void Assembly_OfAnyOrigin_IsTheCopyInAnyDeployment()
    {
        Consumers consumers = new(library);
        Add("BesideFile");
        Add("OfFile", items: Project("BesideFile"), next: "BesideFile");
        Add("FileOfProject");
        string packed = $"<GeneratePackageOnBuild>true</GeneratePackageOnBuild><PackageOutputPath>{library.Feed}</PackageOutputPath>";
        Add("OfRuntimes", packed, """
            <None Include="bin/Release/net10.0/OfRuntimes.dll"
                  Pack="true" PackagePath="runtimes/unix/lib/net10.0;runtimes/win/lib/net10.0" />
            """);
        Add("BehindProject");
        Add("OfHost");
        Add("OfProject", items: Project("BehindProject") + File("FileOfProject"), next: "FileOfProject");

        // What others refer to as a package or a file is built first.
        const string First = " ReferenceOutputAssembly=\"false\" PrivateAssets=\"all\"";
        Add("OfPackage", packed, Project("OfFile", First) + Project("FileOfProject", First) + Project("OfRuntimes", First));
        consumers.Write("OfPackage/Words.resx", Words("hello"));
        consumers.Write("OfPackage/Words.fr.resx", Words("bonjour"));
        consumers.Build("OfPackage");

        string origins =
            $"""
            <PackageReference Include="PooledAwait.Net" Version="{PackedLibrary.Version}" />
            <PackageReference Include="OfPackage" Version="1.0.0" ExcludeAssets="analyzers" />
            <PackageReference Include="OfRuntimes" Version="1.0.0" />
            <Compile Include="../Origins.cs" />
            """
            + Project("OfProject") + File("OfFile")
            + Named("OfPackage;OfRuntimes;OfFile;BesideFile;OfProject;FileOfProject;BehindProject");
        consumers.Write("Origins.cs", Origins);
        consumers.Add(
            "Plugin", Target + "<EnableDynamicLoading>true</EnableDynamicLoading>", "", origins + Project("OfHost", " Private=\"false\""));
        consumers.Add(
            "App",
            Target + "<OutputType>Exe</OutputType><UseAppHost>true</UseAppHost>"
            + "<SuppressTrimAnalysisWarnings>true</SuppressTrimAnalysisWarnings>"
            + "<InvariantGlobalization>true</InvariantGlobalization><PredefinedCulturesOnly>false</PredefinedCulturesOnly>",
            Program,
            origins + Project("OfHost") + Named("OfHost") + Project("Plugin", " ReferenceOutputAssembly=\"false\""));
        consumers.Build("App");
        string runtime = RuntimeInformation.RuntimeIdentifier;

        string expected = Expected("Default");
        Assert.Equal(expected, consumers.Run("App", "net10.0"));
        Assert.Equal(Expected("Plugin"), consumers.Run("App", "net10.0", consumers.PathOf("Plugin/bin/Release/net10.0/Plugin.dll")));
        Assert.Equal(expected, consumers.PublishAndRun("App", "published"));
        Assert.Equal(expected, consumers.PublishAndRunNative("App", runtime, "-p:PublishSingleFile=true", "-p:SelfContained=false"));
        Assert.Equal(expected, consumers.PublishAndRunNative("App", runtime, "-p:PublishTrimmed=true"));

        void Add(string name, string properties = "", string items = "", string? next = null) => consumers.Add(
            name,
            Target + properties,
            Library.Replace("Name", name, StringComparison.Ordinal)
                .Replace("Next", (next ?? name) + ".Adder.Add", StringComparison.Ordinal),
            items);

        static string Project(string name, string attributes = "") =>
            $"""<ProjectReference Include="../{name}/{name}.csproj"{attributes} />""";

        static string File(string name) => $"""<Reference Include="../{name}/bin/Release/net10.0/{name}.dll" />""";

        static string Named(string names) => $"""<PooledAwaitAssembly Include="{names}" Methods="Task;ValueTask" />""";

        static string Words(string hello) => $"<root><data name=\"Hello\"><value>{hello}</value></data></root>";

        static string Expected(string context) => string.Join(
            Environment.NewLine,
            [
                .. ((string[])["OfPackage", "OfRuntimes", "OfFile", "BesideFile", "OfProject", "FileOfProject", "BehindProject"])
                    .Select(name => $"{name} 3 pooled {context}"),
                "OfHost 3 pooled Default",
                "hello",
                "bonjour",
            ]);
    }
}
