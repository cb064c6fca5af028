using System;
using System.IO;
using System.Linq;

namespace PooledAwait.Tests.Package;

/// <summary>The line in a project file, in builds of programs that install the package.</summary>
public sealed class OneLineTests(PackedLibrary library) : IClassFixture<PackedLibrary>
{
    private const string Program = "<TargetFramework>net10.0</TargetFramework><OutputType>Exe</OutputType>";

    private const string Line = "<PooledAwaitMethods>Task;ValueTask</PooledAwaitMethods>";

    /// <summary>Says whether its method was pooled: whether there is a pool.</summary>
    private const string Code = """
        using System;
        using System.Threading.Tasks;

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
        consumers.Add("App", Program + Line, Code);
        Assert.Contains("App: pooled 2 async methods", consumers.Build("App"), StringComparison.Ordinal);
        Assert.Equal("6 pooled", consumers.Run("App", "net10.0"));
        Assert.DoesNotContain("async methods", consumers.Build("App"), StringComparison.Ordinal);

        consumers.Add("App", Program, Code);
        Assert.DoesNotContain("async methods", consumers.Build("App"), StringComparison.Ordinal);
        Assert.Equal("6 not pooled", consumers.Run("App", "net10.0"));

        // Directory.Build.targets is read after the package's own file.
        consumers.Write(
            "App/Directory.Build.targets",
            $"<Project><PropertyGroup>{Line.Replace(";ValueTask", "", StringComparison.Ordinal)}</PropertyGroup></Project>");
        consumers.Build("App");
        Assert.Equal("6 pooled", consumers.Run("App", "net10.0"));
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
        Assert.Equal(3, output.Split("Library: pooled 1 async methods").Length - 1);
        Assert.Equal(3, consumers.Build("Library", "-t:PooledAwaitCount").Split("Library: 1 Task").Length - 1);
        consumers.Build("App");
        Assert.Equal("6 pooled", consumers.Run("App", "net10.0"));
    }

    /// <summary>Polly has 60 async methods, and needs no server.</summary>
    [BuildFact]
    public void Assembly_OfAPackage_IsPooledAndWorks()
    {
        Consumers consumers = new(library);
        const string References = $"""
            <PackageReference Include="PooledAwait.Net" Version="{PackedLibrary.Version}" />
            <PackageReference Include="Polly.Core" Version="8.9.1" />
            """;
        const string Pipeline = """
            using System;
            using System.Linq;
            using System.Threading.Tasks;
            using Polly;
            using Polly.Retry;

            int tries = 0;
            ResiliencePipeline pipeline = new ResiliencePipelineBuilder()
                .AddRetry(new RetryStrategyOptions { MaxRetryAttempts = 3, Delay = TimeSpan.Zero })
                .AddTimeout(TimeSpan.FromSeconds(30))
                .Build();
            int result = await pipeline.ExecuteAsync(async token =>
            {
                await Task.Delay(1, token);
                return ++tries < 3 ? throw new InvalidOperationException() : tries;
            });
            bool pooled = PooledAwait.Pool.GetStatistics().Any(one => one.Type.ToString().Contains("Polly"));
            Console.WriteLine($"{result} {(pooled ? "pooled" : "not pooled")}");
            """;
        consumers.Add("App", Program, Pipeline, References + """<PooledAwaitAssembly Include="Polly.Core" Methods="Task;ValueTask" />""");
        Assert.Contains("Polly.Core: pooled ", consumers.Build("App"), StringComparison.Ordinal);
        Assert.Equal("3 pooled", consumers.Run("App", "net10.0"));
        Assert.Equal("3 pooled", consumers.PublishAndRun("App", "one"));
        Assert.Equal("3 pooled", consumers.PublishAndRun("App", "two"));

        // A package's file is older than the published copy. Each folder gets it with its own publish, also after a clean.
        consumers.Add("App", Program, Pipeline, References);
        Assert.Equal("3 not pooled", consumers.PublishAndRun("App", "one"));
        Assert.Equal("3 pooled", consumers.RunPublished("App", "two"));
        consumers.Build("App", "-t:Clean");
        Assert.Equal("3 not pooled", consumers.PublishAndRun("App", "two"));
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
            ("PA1002", Program, Assembly),
            ("PA1003", Program, """<PooledAwaitAssembly Include="PooledAwait.Net" Methods="Task" />"""),
            ("PA1004", "<TargetFramework>net10.0</TargetFramework>", Assembly),
            ("PA1005", Program + Line + "<Features>runtime-async=on</Features>", ""),
            (
                "PA1006", "<TargetFramework>net10.0</TargetFramework>" + Line,
                """<PackageReference Update="PooledAwait.Net" PrivateAssets="all" />"""),
            ("PA1007", Program + "<PooledAwaitFlowExecutionContext>false</PooledAwaitFlowExecutionContext>", Assembly),
        ];
        foreach ((string expected, string properties, string items) in wrong)
        {
            consumers.Add("Wrong", properties, Code, Reference + items);
            Assert.Contains(expected, BuildAnyway("Wrong"), StringComparison.Ordinal);
        }

        consumers.Add(
            "Packed",
            "<TargetFrameworks>net10.0;netstandard2.0</TargetFrameworks><LangVersion>latest</LangVersion>"
            + "<NoWarn>$(NoWarn);PA1006</NoWarn><GeneratePackageOnBuild>true</GeneratePackageOnBuild>" + Line,
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

    /// <summary>What is published is the copy: in one file, and compiled ahead of time where clang is.</summary>
    [BuildFact]
    public void Line_OfAPublishedProgram_IsInItsFile()
    {
        string runtime = System.Runtime.InteropServices.RuntimeInformation.RuntimeIdentifier;
        bool hasClang = (Environment.GetEnvironmentVariable("PATH") ?? "").Split(Path.PathSeparator)
            .Any(static folder => File.Exists(Path.Combine(folder, "clang")));
        string[] forms = hasClang ? ["-p:PublishSingleFile=true", "-p:PublishAot=true"] : ["-p:PublishSingleFile=true"];
        foreach (string form in forms)
        {
            Consumers consumers = new(library);
            const string Host = "<UseAppHost>true</UseAppHost><InvariantGlobalization>true</InvariantGlobalization>";
            consumers.Add("App", Program + Line + Host, Code);
            Assert.Equal("6 pooled", consumers.PublishAndRunNative("App", runtime, form));
        }
    }
}
