namespace PooledAwait.Tests.Package;

/// <summary>Mocks, proxies, scans, hosts and test frameworks, which find types and members at run time: they find and do the same with the
/// property as without. The program and the library whose interfaces they use are in the folder Tools.</summary>
public sealed class ToolTests(PackedLibrary library) : IClassFixture<PackedLibrary>
{
    [BuildFact]
    public void Tools_WithTheProperty_FindAndDoTheSame()
    {
        Consumers consumers = new(library);
        const string Pooled = $"""<PackageReference Include="PooledAwait.Net" Version="{PackedLibrary.Version}" />""";
        Add("Shop", "", Pooled);
        Add("Tools", "<OutputType>Exe</OutputType>", Pooled + """
            <FrameworkReference Include="Microsoft.AspNetCore.App" />
            <ProjectReference Include="../Shop/Shop.csproj" />
            <PackageReference Include="Moq" Version="4.20.72" />
            <PackageReference Include="NSubstitute" Version="6.1.0" />
            <PackageReference Include="Castle.Core" Version="5.2.1" />
            <PackageReference Include="Castle.Core.AsyncInterceptor" Version="2.0.0" />
            <PackageReference Include="Scrutor" Version="7.0.0" />
            <PackageReference Include="Autofac" Version="9.3.3" />
            <PackageReference Include="MediatR" Version="5.1.0" />
            <PackageReference Include="Microsoft.EntityFrameworkCore.InMemory" Version="10.0.12" />
            <PackageReference Include="Microsoft.EntityFrameworkCore.Proxies" Version="10.0.12" />
            <PackageReference Include="Microsoft.AspNetCore.SignalR.Client" Version="10.0.12" />
            <PackageReference Include="Grpc.Net.Client" Version="2.85.0" />
            <PackageReference Include="Grpc.AspNetCore.Server" Version="2.85.0" />
            <PackageReference Include="xunit.extensibility.execution" Version="2.9.3" />
            <PackageReference Include="xunit.assert" Version="2.9.3" />
            <PackageReference Include="NUnit" Version="4.6.1" />
            <PooledAwaitAssembly
              Include="MediatR;Microsoft.EntityFrameworkCore;Grpc.AspNetCore.Server"
              Condition="'$(PooledAwaitMethods)' != ''" />
            """);
        consumers.Build("Tools");
        string[] before = Lines(consumers.Run("Tools", "net10.0"));
        string build = consumers.Build("Tools", "-p:PooledAwaitMethods=Awaited");
        string[] after = Lines(consumers.Run("Tools", "net10.0"));

        Assert.All(
            (string[])["Shop", "Tools", "MediatR", "Microsoft.EntityFrameworkCore", "Grpc.AspNetCore.Server"],
            name => Assert.Matches($" {name}: [0-9]+ async methods, [0-9]+ calls: [1-9]", build));
        Assert.Equal(before.Where(IsOfATool), after.Where(IsOfATool).Select(WithoutInterfaces).OfType<string>());
        Assert.Contains("Reflection: Repository`1 IRepository`1, IRepository$Pooled", after);
        Assert.All(before.Where(static line => !IsOfATool(line)), static line => Assert.EndsWith(" 0", line));
        Assert.All(after.Where(static line => !IsOfATool(line)), static line => Assert.Matches(" [1-9][0-9]*$", line));

        void Add(string name, string properties, string references)
        {
            string folder = Path.Combine(PackedLibrary.Root(), "tests", "PooledAwait.Tests", "Package", "Tools", name);
            consumers.Add(
                name, $"<TargetFramework>net10.0</TargetFramework><Nullable>enable</Nullable>{properties}", "", references);
            foreach (string file in Directory.GetFiles(folder))
            {
                consumers.Write(Path.Combine(name, Path.GetFileName(file)), File.ReadAllText(file));
            }
        }

        static string[] Lines(string output) => output.Split('\n', StringSplitOptions.TrimEntries);

        // The others say how many pooled operations a tool's calls took.
        static bool IsOfATool(string line) => !line.StartsWith('#');

        // What the documents say that reflection sees, and scans that register each interface of a class.
        static string? WithoutInterfaces(string line) => line.StartsWith("Scrutor: ", StringComparison.Ordinal) && line.Contains('$')
            ? null
            : Regex.Replace(line, @",? [\w.+]+(?<!Count|CountAsync)\$Pooled", "");
    }
}
