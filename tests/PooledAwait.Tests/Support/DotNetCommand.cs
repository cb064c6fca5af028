namespace PooledAwait.Tests;

/// <summary>Runs other programs, mostly the <c>dotnet</c> that these tests were started with.</summary>
internal static class DotNetCommand
{
    // Some build packages and projects, and the machine may be building others.
    private static readonly TimeSpan s_patience = TimeSpan.FromMinutes(10);

    private static readonly string s_dotnet = Environment.GetEnvironmentVariable("DOTNET_HOST_PATH") ?? "dotnet";

    /// <summary>Runs a command to its end, which must be a good one.</summary>
    /// <param name="folder">Where it runs.</param>
    /// <param name="arguments">What follows <c>dotnet</c>.</param>
    /// <returns>What it wrote.</returns>
    internal static string Run(string folder, params string[] arguments) => RunCommand(folder, [s_dotnet, .. arguments]);

    /// <summary>Runs a compiler, whose arguments are too many for a command line.</summary>
    internal static void Compile(string folder, string compiler, IEnumerable<string> arguments)
    {
        File.WriteAllLines(Path.Combine(folder, "arguments.rsp"), arguments);
        Run(folder, "exec", compiler, "-noconfig", "@arguments.rsp");
    }

    /// <summary>Runs this assembly's <see cref="Program"/> in a process of its own, with variables in its environment.</summary>
    internal static string RunProgram(string[] words, params (string Name, string Value)[] environment)
    {
        string assembly = typeof(DotNetCommand).Assembly.Location;

        // A variant of the tests has its runtime beside it.
        bool isSelfContained = Path.GetDirectoryName(typeof(object).Assembly.Location) == Path.GetDirectoryName(assembly);
        string[] command = isSelfContained
            ? [Path.ChangeExtension(assembly, OperatingSystem.IsWindows() ? "exe" : null), .. words]
            : [s_dotnet, "exec", assembly, .. words];
        return RunCommand(AppContext.BaseDirectory, command, environment);
    }

    /// <summary>Runs a program to its end, which must be a good one.</summary>
    internal static string RunCommand(string folder, string[] words, params (string Name, string Value)[] environment)
    {
        ProcessStartInfo start = new(words[0], words[1..])
        {
            WorkingDirectory = folder,
            RedirectStandardOutput = true,
            RedirectStandardError = true,
        };

        // A node of the build system that stays would hold our end of its output open, and with it this test.
        start.Environment["MSBUILDDISABLENODEREUSE"] = "1";
        foreach ((string name, string value) in environment)
        {
            start.Environment[name] = value;
        }

        start.Environment["DOTNET_CLI_UI_LANGUAGE"] = "en";
        string command = string.Join(' ', words);
        string output = string.Empty;
        Watchdog.Run(
            () =>
            {
                using Process process = Process.Start(start)!;
                Task<string> errors = process.StandardError.ReadToEndAsync();
                output = process.StandardOutput.ReadToEnd();
                process.WaitForExit();
                Assert.True(process.ExitCode == 0, $"{command}: exit code {process.ExitCode}: {output} {errors.GetAwaiter().GetResult()}");
            },
            () => "Still running: " + command,
            patience: s_patience);
        return output;
    }
}
