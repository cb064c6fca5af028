using System;
using System.IO;
using System.Text;
using System.Threading;
using System.Threading.Tasks;

namespace AsyncBenchmarks.Processes;

/// <summary>The SDK's command.</summary>
internal static class DotNet
{
    /// <summary>The dotnet executable that runs us, or the one on the path.</summary>
    public static string Executable { get; } =
        Environment.GetEnvironmentVariable("DOTNET_HOST_PATH") is { Length: > 0 } path && File.Exists(path) ? path : "dotnet";

    /// <summary>Builds a project for one target framework; throws <see cref="BuildException"/> with the compiler's words.</summary>
    public static async Task BuildAsync(string project, string targetFramework, CancellationToken cancellationToken)
    {
        ProgramCommand command = new(
            Executable, "build", project, "-c", "Release", "-f", targetFramework, "-v", "quiet", "-nologo", "-nodeReuse:false");
        await using ChildProcess build = ChildProcess.Start(command.ToStartInfo());
        StringBuilder output = new();
        while (await build.ReadLineAsync(cancellationToken) is { } line)
        {
            output.AppendLine(line);
        }

        if (await build.WaitForExitAsync(cancellationToken) != 0)
        {
            throw new BuildException($"{Path.GetFileNameWithoutExtension(project)} does not build for {targetFramework}:\n{output}{build.LastWords}");
        }
    }
}
