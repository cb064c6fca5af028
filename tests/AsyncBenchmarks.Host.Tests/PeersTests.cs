using System.IO.Compression;
using System.Text.Json;

namespace AsyncBenchmarks.Host.Tests;

/// <summary>Which packages the suite's build finds in a folder.</summary>
[Collection(Builds.Name)]
public sealed class PeersTests : IDisposable
{
    private readonly string _folder = Directory.CreateTempSubdirectory("peers").FullName;
    private string? _answer;

    private string Feed => Directory.CreateDirectory(Path.Combine(_folder, "feed")).FullName;

    [BuildFact]
    public async Task A_package_is_found_where_it_can_run_and_when_the_folder_gets_it()
    {
        // What the suite itself refers to on .NET Framework.
        Add("Microsoft.NETFramework.ReferenceAssemblies.net472", "net45");
        Add("Microsoft.Bcl.AsyncInterfaces", "net461");
        string version = Add("UniTask", "net8.0");

        Assert.Equal(version, await AskAsync("UniTask", "net10.0"));
        Assert.Equal(version, await AskAsync("UniTask", "net8.0"));
        Assert.StartsWith("NU1202", await AskAsync("UniTask", "net472"));
        Assert.StartsWith("NU1101", await AskAsync("RSG.Promise", "net472"));

        version = Add("RSG.Promise", "netstandard2.0");

        Assert.Equal(version, await AskAsync("RSG.Promise", "net472"));
        Assert.StartsWith("NU1202", await AskAsync("UniTask", "net472"));
    }

    public void Dispose()
    {
        Directory.Delete(_folder, recursive: true);
        if (_answer is not null)
        {
            Directory.Delete(_answer, recursive: true);
        }
    }

    /// <summary>Puts a package without code into the folder, in the version that the repository asks for.</summary>
    private string Add(string id, string framework)
    {
        string versions = File.ReadAllText(Path.Combine(Repository.Root, "Directory.Packages.props"))
            + File.ReadAllText(Path.Combine(Repository.Root, "bench", "Peers.props"));
        string version = Regex.Match(versions, $"Include=\"{Regex.Escape(id)}\" Version=\"([^\"]+)\"").Groups[1].Value;
        using ZipArchive package = ZipFile.Open(Path.Combine(Feed, $"{id}.{version}.nupkg"), ZipArchiveMode.Create);
        using (StreamWriter description = new(package.CreateEntry(id + ".nuspec").Open()))
        {
            description.Write($"""
                <package xmlns="http://schemas.microsoft.com/packaging/2013/05/nuspec.xsd">
                  <metadata><id>{id}</id><version>{version}</version><authors>a</authors><description>d</description></metadata>
                </package>
                """);
        }

        package.CreateEntry($"lib/{framework}/_._");
        return version;
    }

    /// <summary>The version that a build for the framework finds, or the reason why it finds none.</summary>
    private async Task<string> AskAsync(string package, string framework)
    {
        await BuildAsync("-t:AskForPeers");
        using JsonDocument known = JsonDocument.Parse(
            await BuildAsync("-getItem:AssemblyMetadata", "-getProperty:PeersFolder", "-p:TargetFramework=" + framework));
        _answer = known.RootElement.GetProperty("Properties").GetProperty("PeersFolder").GetString();
        return known.RootElement.GetProperty("Items").GetProperty("AssemblyMetadata").EnumerateArray()
            .First(item => item.GetProperty("Identity").GetString()!.EndsWith("ound." + package, StringComparison.Ordinal))
            .GetProperty("Value").GetString()!;
    }

    private async Task<string> BuildAsync(params string[] options)
    {
        ProcessStartInfo start = new("dotnet",
        [
            "msbuild", Repository.BenchProject("AsyncBenchmarks.Scenarios"), "-nologo", "-verbosity:quiet",
            "-p:RestoreSources=" + Feed, "-p:RestorePackagesPath=" + Path.Combine(_folder, "cache"), .. options,
        ])
        {
            RedirectStandardOutput = true,
        };
        using Process build = Process.Start(start)!;
        string output = await build.StandardOutput.ReadToEndAsync();
        await build.WaitForExitAsync();
        Assert.True(build.ExitCode == 0, output);
        return output;
    }
}
