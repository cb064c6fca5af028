using System.Runtime.InteropServices;

namespace PooledAwait.Tests.Package;

/// <summary>Projects in a fresh folder that install the packed library from its feed.</summary>
internal sealed class Consumers
{
    private static readonly string s_emulator = Path.Combine(PackedLibrary.Root(), "tests", "emulate");

    private readonly string _folder;

    private readonly string _version;

    internal Consumers(PackedLibrary library, string version = PackedLibrary.Version)
    {
        _version = version;
        _folder = Directory.CreateDirectory(Path.Combine(library.Folder, "consumers", Guid.NewGuid().ToString("N"))).FullName;
        Write("Directory.Build.props", $"""
            <Project>
              <PropertyGroup>
                <TreatWarningsAsErrors>true</TreatWarningsAsErrors>
                <NuGetAudit>false</NuGetAudit>
                <RestoreAdditionalProjectSources>{library.Feed}</RestoreAdditionalProjectSources>
                <!-- Of its own: the machine's may have another package of this version. -->
                <RestorePackagesPath>{library.ConsumersPackages}</RestorePackagesPath>
                <RestoreFallbackFolders>{PackedLibrary.PackageFolder}</RestoreFallbackFolders>
                <!-- The one package of reference assemblies that is needed, not the one that has all in its dependencies. -->
                <AutomaticallyUseReferenceAssemblyPackages>false</AutomaticallyUseReferenceAssemblyPackages>
                <!-- Started through dotnet and mono: a host of the operating system's own would be one package more. -->
                <UseAppHost>false</UseAppHost>
                <CheckEolTargetFramework>false</CheckEolTargetFramework>
              </PropertyGroup>
            </Project>
            """);
        Write("Directory.Build.targets", $"""
            <Project>
              <Import Project="{PackedLibrary.Root()}/Directory.Build.targets" Condition="'$(TargetFramework)' == 'net11.0'" />
              <ItemGroup Condition="'$(TargetFramework)' == 'net11.0'">
                <PackageReference Update="Microsoft.Net.Compilers.Toolset" Version="5.9.0" />
              </ItemGroup>
              <ItemGroup Condition="'$(TargetFramework)' == 'net472'">
                <PackageReference Include="Microsoft.NETFramework.ReferenceAssemblies.net472" Version="1.0.3" PrivateAssets="all" />
              </ItemGroup>
            </Project>
            """);
    }

    /// <summary>Whether programs for .NET Framework can be run here: by Windows itself, or by Mono.</summary>
    internal static bool CanRunNetFramework { get; } = OperatingSystem.IsWindows() || ClientServer.Find("mono") is not null;

    /// <summary>Adds a project.</summary>
    /// <param name="properties">Its properties, targets among them.</param>
    /// <param name="code">Its only file.</param>
    /// <param name="references">What it refers to, if that is not the package.</param>
    internal void Add(string name, string properties, string code, string? references = null)
    {
        references ??= $"""<PackageReference Include="PooledAwait.Net" Version="{_version}" />""";
        Write($"{name}/{name}.csproj", $"""
            <Project Sdk="Microsoft.NET.Sdk">
              <PropertyGroup>{properties}</PropertyGroup>
              <ItemGroup>{references}</ItemGroup>
            </Project>
            """);
        Write($"{name}/Program.cs", code);
    }

    /// <summary>Writes a file.</summary>
    internal void Write(string path, string text)
    {
        string file = Path.Combine(_folder, path);
        Directory.CreateDirectory(Path.GetDirectoryName(file)!);
        File.WriteAllText(file, text);
    }

    internal string PathOf(string path) => Path.Combine(_folder, path);

    internal byte[] Read(string path) => File.ReadAllBytes(Path.Combine(_folder, path));

    internal string ReadText(string path) => File.ReadAllText(Path.Combine(_folder, path));

    /// <summary>Runs a program that is one file.</summary>
    internal string RunFile(string path) => DotNetCommand.Run(_folder, ["run", path]).Trim();

    /// <summary>Runs a project under dotnet watch.</summary>
    /// <param name="before">What it writes at first.</param>
    /// <param name="edit">What happens then.</param>
    /// <param name="after">What it writes thereafter.</param>
    internal void Watch(string project, string before, Action edit, string after)
    {
        ProcessStartInfo start = new(Environment.GetEnvironmentVariable("DOTNET_HOST_PATH") ?? "dotnet", ["watch", "--non-interactive"])
        {
            WorkingDirectory = Path.Combine(_folder, project),
            RedirectStandardOutput = true,
            RedirectStandardError = true,
        };
        start.Environment["MSBUILDDISABLENODEREUSE"] = "1";

        // These tests run under an SDK whose variables would be those of dotnet watch's own.
        foreach (string name in start.Environment.Keys.Where(
            static name => name.StartsWith("MSBuild", StringComparison.OrdinalIgnoreCase) && name != "MSBUILDDISABLENODEREUSE").ToArray())
        {
            start.Environment.Remove(name);
        }

        StringBuilder output = new();
        using ManualResetEventSlim wasBefore = new(), wasAfter = new();
        using Process process = new() { StartInfo = start };
        DataReceivedEventHandler received = (_, line) =>
        {
            lock (output)
            {
                output.AppendLine(line.Data);
            }

            if (line.Data?.StartsWith(before, StringComparison.Ordinal) == true)
            {
                wasBefore.Set();
            }
            else if (line.Data?.StartsWith(after, StringComparison.Ordinal) == true)
            {
                wasAfter.Set();
            }
        };
        process.OutputDataReceived += received;
        process.ErrorDataReceived += received;
        process.Start();
        process.BeginOutputReadLine();
        process.BeginErrorReadLine();
        try
        {
            Assert.True(wasBefore.Wait(TimeSpan.FromMinutes(3)), Text());
            Thread.Sleep(TimeSpan.FromSeconds(2)); // until it watches
            edit();
            Assert.True(wasAfter.Wait(TimeSpan.FromMinutes(1)), Text());
        }
        finally
        {
            process.Kill(entireProcessTree: true);
            process.WaitForExit();
        }

        string Text()
        {
            lock (output)
            {
                return output.ToString();
            }
        }
    }

    /// <summary>Restores and builds a project; a warning is an error.</summary>
    /// <returns>What the build wrote.</returns>
    internal string Build(string project, params string[] arguments) =>
        DotNetCommand.Run(_folder, ["build", project, "-c", "Release", "-m:1", .. arguments]);

    /// <summary>Runs a built project.</summary>
    /// <returns>What it wrote.</returns>
    internal string Run(string project, string target, params string[] arguments)
    {
        string program = Path.Combine(_folder, project, "bin", "Release", target, project);
        return target.StartsWith("net4", StringComparison.Ordinal)
            ? RunNetFramework(program + ".exe")
            : DotNetCommand.Run(_folder, ["exec", "--roll-forward", "Major", program + ".dll", .. arguments]).Trim();
    }

    /// <summary>Runs a built project of three targets.</summary>
    /// <returns>What it wrote on each; on .NET Framework where that can be.</returns>
    internal IEnumerable<string> RunOnEach(string project) =>
        from target in (string[])["net10.0", "net8.0", "net472"]
        where target != "net472" || CanRunNetFramework
        select Run(project, target);

    /// <summary>Publishes a project into a folder, and runs the program there.</summary>
    /// <returns>What it wrote.</returns>
    internal string PublishAndRun(string project, string folder)
    {
        DotNetCommand.Run(_folder, ["publish", project, "-c", "Release", "-m:1", "-o", Path.Combine(_folder, folder)]);
        return RunPublished(project, folder);
    }

    internal string RunPublished(string project, string folder) =>
        DotNetCommand.Run(_folder, ["exec", Path.Combine(_folder, folder, project + ".dll")]).Trim();

    /// <summary>Publishes a project for a platform, and runs the program.</summary>
    /// <returns>What it wrote.</returns>
    internal string PublishAndRunNative(string project, string runtime, params string[] arguments)
    {
        Publish(project, runtime, arguments);
        return RunPublishedFor(runtime, project);
    }

    /// <summary>Publishes a project for a platform.</summary>
    internal void Publish(string project, string runtime, params string[] arguments) => DotNetCommand.Run(
        _folder, ["publish", project, "-c", "Release", "-m:1", "-r", runtime, "-o", Published(project, runtime), .. arguments]);

    /// <summary>Runs what was published for a platform: there, or in its emulator.</summary>
    internal string RunPublishedFor(string runtime, string project, params string[] arguments)
    {
        string program = Path.Combine(Published(project, runtime), project);
        program = runtime.StartsWith("win", StringComparison.Ordinal) ? program + ".exe" : program;
        string[] emulator = runtime == RuntimeInformation.RuntimeIdentifier ? [] : [s_emulator, runtime];
        return Run([.. emulator, program, .. arguments]);
    }

    /// <summary>Whether programs of a platform can be run here.</summary>
    internal static bool CanRun(string runtime)
    {
        if (runtime == RuntimeInformation.RuntimeIdentifier || !OperatingSystem.IsLinux())
        {
            return runtime == RuntimeInformation.RuntimeIdentifier;
        }

        using Process emulator = Process.Start(s_emulator, runtime);
        emulator.WaitForExit();
        return emulator.ExitCode == 0;
    }

    private string Published(string project, string runtime) => Path.Combine(_folder, project, "published", runtime);

    private static string RunNetFramework(string program) => Run(ClientServer.Find("mono") is { } mono ? [mono, program] : [program]);

    private static string Run(string[] command) => DotNetCommand.RunCommand(AppContext.BaseDirectory, command).Trim();
}
