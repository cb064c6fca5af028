using System.Diagnostics;
using System.Globalization;
using System.Reflection;

namespace PooledAwait.Tool.Tests;

/// <summary>The program whose allocations are known.</summary>
internal static class Subject
{
    private static readonly string s_dotnet = Environment.GetEnvironmentVariable("DOTNET_HOST_PATH") ?? "dotnet";

    private static readonly string s_project = Metadata("Subject");

    /// <summary>Where it was built, for the .NET of these tests.</summary>
    internal static string Folder => Path.Combine(s_project, "bin", Metadata("Configuration"), "net10.0");

    /// <summary>The command that starts it.</summary>
    internal static string[] Command(string folder) => [s_dotnet, Path.Combine(folder, "Subject.dll")];

    /// <summary>Builds it for another runtime, which it then has beside it; all of it, because the last build for that runtime may have had
    /// other features.</summary>
    internal static string[] BuildFor(string runtime, string features = "")
    {
        string[] command =
        [
            s_dotnet, "build", s_project, "-c", "Release", "--no-incremental", "--no-dependencies", "-p:TestVariant=" + runtime,
            "-p:Features=" + features,
        ];
        using Process build = Start(command, ("MSBUILDDISABLENODEREUSE", "1"));
        string output = build.StandardOutput.ReadToEnd();
        build.WaitForExit();
        Assert.True(build.ExitCode == 0, output);
        string folder = Directory.GetDirectories(Path.Combine(s_project, "bin", runtime, "Release", runtime)).Single();
        return [Path.Combine(folder, OperatingSystem.IsWindows() ? "Subject.exe" : "Subject")];
    }

    internal static Process Start(string[] command, params (string Name, string Value)[] environment)
    {
        ProcessStartInfo start = new(command[0], command[1..]) { RedirectStandardOutput = true };
        foreach ((string name, string value) in environment)
        {
            start.Environment[name] = value;
        }

        return Process.Start(start)!;
    }

    /// <summary>The bytes of each part, as the program counts them before it repeats them.</summary>
    internal static Dictionary<string, double> Counts(Process subject)
    {
        Dictionary<string, double> counts = [];
        while (subject.StandardOutput.ReadLine() is { } line && line != "counted")
        {
            string[] words = line.Split(' ');
            counts.Add(words[0], double.Parse(words[1], CultureInfo.InvariantCulture));
        }

        return counts;
    }

    /// <summary>The same of a copy of the program.</summary>
    internal static Dictionary<string, double> Counts(string folder)
    {
        using Process subject = Start(Command(folder));
        try
        {
            return Counts(subject);
        }
        finally
        {
            subject.Kill();
        }
    }

    private static string Metadata(string key) => typeof(Subject).Assembly.GetCustomAttributes<AssemblyMetadataAttribute>()
        .Single(one => one.Key == key).Value!;
}
