using System;
using System.Collections.Generic;
using System.IO;
using System.IO.Compression;
using System.Linq;
using System.Reflection.PortableExecutable;
using System.Xml.Linq;

namespace PooledAwait.Tests.Package;

/// <summary>What a consumer gets.</summary>
public sealed class PackageTests : IClassFixture<PackedLibrary>
{
    private static readonly string[] s_targets = ["net10.0", "net8.0", "netstandard2.0"];

    private readonly PackedLibrary _library;

    public PackageTests(PackedLibrary library) => _library = library;

    [Fact]
    public void Package_HasTheLibraryAndItsDocumentationForEachTarget()
    {
        string[] expected = [.. s_targets.SelectMany(static target => (string[])[$"lib/{target}/PooledAwait.Net.dll", $"lib/{target}/PooledAwait.Net.xml"])];

        Assert.Equal(expected, Files(_library.Package).Where(static name => name.StartsWith("lib/", StringComparison.Ordinal)));
        foreach (string target in s_targets)
        {
            XElement documentation = Xml(_library.Package, $"lib/{target}/PooledAwait.Net.xml");
            Assert.Contains(documentation.Descendants("member"), static member => (string?)member.Attribute("name") == "T:PooledAwait.PooledValueTask`1");
        }
    }

    [Fact]
    public void Package_BringsTheAttributesSourceToDirectAndTransitiveConsumers()
    {
        string[] expected =
        [
            "build/AsyncMethodBuilderAttribute.cs",
            "build/PooledAwait.Net.targets",
            "buildTransitive/AsyncMethodBuilderAttribute.cs",
            "buildTransitive/PooledAwait.Net.targets",
        ];

        Assert.Equal(expected, Files(_library.Package).Where(static name => name.StartsWith("build", StringComparison.Ordinal)));
    }

    [Fact]
    public void Package_SaysWhatItIs()
    {
        XElement metadata = Xml(_library.Package, "PooledAwait.Net.nuspec").Elements().Single();
        XNamespace space = metadata.Name.Namespace;

        Assert.Equal("PooledAwait.Net", metadata.Element(space + "id")!.Value);
        Assert.Equal("MIT", metadata.Element(space + "license")!.Value);
        Assert.Equal("README.md", metadata.Element(space + "readme")!.Value);
        Assert.Contains("README.md", Files(_library.Package));
        Assert.Equal(
            [
                ".NETStandard2.0: Microsoft.Bcl.AsyncInterfaces Microsoft.Bcl.TimeProvider System.Memory System.Threading.Tasks.Extensions",
                "net10.0:",
                "net8.0:",
            ],
            metadata.Descendants(space + "group").Select(Dependencies).Order(StringComparer.Ordinal));

        static string Dependencies(XElement group) =>
            (string)group.Attribute("targetFramework")! + ":"
            + string.Concat(group.Elements().Select(static dependency => " " + (string)dependency.Attribute("id")!).Order(StringComparer.Ordinal));
    }

    [Fact]
    public void Package_HasSymbolsOfEachTarget() =>
        Assert.Equal(
            s_targets.Select(static target => $"lib/{target}/PooledAwait.Net.pdb"),
            Files(_library.Symbols).Where(static name => name.StartsWith("lib/", StringComparison.Ordinal)));

    [Fact]
    public void Library_OfEachTarget_IsBuiltDeterministically()
    {
        using ZipArchive package = ZipFile.OpenRead(_library.Package);
        foreach (string target in s_targets)
        {
            using Stream stream = package.GetEntry($"lib/{target}/PooledAwait.Net.dll")!.Open();
            using MemoryStream copy = new();
            stream.CopyTo(copy);
            copy.Position = 0;
            using PEReader library = new(copy);
            Assert.Contains(library.ReadDebugDirectory(), static entry => entry.Type == DebugDirectoryEntryType.Reproducible);
        }
    }

    /// <summary>
    /// Direct: the attribute form in C# 10 for old targets and in the newest for a new one. Transitive: a .NET Framework
    /// project that knows the package only through the first. Plain: what an old target compiles if nobody asks for more, C# 7.3.
    /// </summary>
    [Fact]
    public void Consumers_OnOldAndNewTargets_BuildWithoutAWarningAndRun()
    {
        string consumer = Directory.CreateDirectory(Path.Combine(_library.Folder, "consumer")).FullName;
        string reference = $"""<ItemGroup><PackageReference Include="PooledAwait.Net" Version="{PackedLibrary.Version}" /></ItemGroup>""";
        Write("Directory.Build.props", $"""
            <Project>
              <PropertyGroup>
                <TreatWarningsAsErrors>true</TreatWarningsAsErrors>
                <NuGetAudit>false</NuGetAudit>
                <RestoreAdditionalProjectSources>{_library.Feed}</RestoreAdditionalProjectSources>
                <!-- Of its own: the machine's may have another package of this version. -->
                <RestorePackagesPath>{Path.Combine(_library.Folder, "packages")}</RestorePackagesPath>
                <RestoreFallbackFolders>{PackedLibrary.PackageFolder}</RestoreFallbackFolders>
                <!-- The one package of reference assemblies that is needed, not the one that has all in its dependencies. -->
                <AutomaticallyUseReferenceAssemblyPackages>false</AutomaticallyUseReferenceAssemblyPackages>
              </PropertyGroup>
              <ItemGroup Condition="'$(TargetFramework)' == 'net472' or $(MSBuildProjectName) == 'Transitive'">
                <PackageReference Include="Microsoft.NETFramework.ReferenceAssemblies.net472" Version="1.0.3" PrivateAssets="all" />
              </ItemGroup>
            </Project>
            """);
        Write("Direct/Direct.csproj", $"""
            <Project Sdk="Microsoft.NET.Sdk">
              <PropertyGroup>
                <TargetFrameworks>netstandard2.0;net472;net10.0</TargetFrameworks>
                <LangVersion Condition="'$(TargetFramework)' != 'net10.0'">10.0</LangVersion>
                <OutputType Condition="'$(TargetFramework)' == 'net10.0'">Exe</OutputType>
              </PropertyGroup>
              {reference}
            </Project>
            """);
        Write("Direct/Program.cs", Attributed("Direct", """
                public static void Main()
                {
                    PooledValueTaskSource<int> source = PooledValueTaskSource<int>.Create();
                    ValueTask<int> task = Increment(source.Task);
                    source.SetResult(41);
                    Console.WriteLine(task.Result);
                }
            """));
        Write("Transitive/Transitive.csproj", """
            <Project Sdk="Microsoft.NET.Sdk">
              <PropertyGroup>
                <TargetFramework>net472</TargetFramework>
                <LangVersion>10.0</LangVersion>
              </PropertyGroup>
              <ItemGroup>
                <ProjectReference Include="../Direct/Direct.csproj" />
                <ProjectReference Include="../Plain/Plain.csproj" />
              </ItemGroup>
            </Project>
            """);
        Write("Transitive/Program.cs", Attributed("Transitive", string.Empty));
        Write("Plain/Plain.csproj", $"""
            <Project Sdk="Microsoft.NET.Sdk">
              <PropertyGroup>
                <TargetFramework>netstandard2.0</TargetFramework>
              </PropertyGroup>
              {reference}
            </Project>
            """);
        Write("Plain/Program.cs", """
            using PooledAwait;

            namespace Plain
            {
                public static class Program
                {
                    public static async PooledValueTask<int> Increment(PooledValueTask<int> task) => await task + 1;
                }
            }
            """);

        DotNetCommand.Run(consumer, "build", "Transitive", "-c", "Release", "-m:1");
        DotNetCommand.Run(consumer, "build", "Direct", "-c", "Release", "--no-restore", "-m:1");

        Assert.Equal("42", DotNetCommand.Run(consumer, "exec", "Direct/bin/Release/net10.0/Direct.dll").Trim());

        void Write(string path, string text)
        {
            string file = Path.Combine(consumer, path);
            Directory.CreateDirectory(Path.GetDirectoryName(file)!);
            File.WriteAllText(file, text);
        }
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

    private static IEnumerable<string> Files(string package)
    {
        using ZipArchive archive = ZipFile.OpenRead(package);
        return [.. archive.Entries.Select(static entry => entry.FullName).Order(StringComparer.Ordinal)];
    }

    private static XElement Xml(string package, string name)
    {
        using ZipArchive archive = ZipFile.OpenRead(package);
        using Stream stream = archive.GetEntry(name)!.Open();
        return XElement.Load(stream);
    }
}
