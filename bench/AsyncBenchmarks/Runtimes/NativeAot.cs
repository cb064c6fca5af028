namespace AsyncBenchmarks.Runtimes;

/// <summary>
/// .NET compiled natively, ahead of time. The runner is compiled twice: what a program may switch off is a constant there.
/// </summary>
internal sealed class NativeAot : Runtime
{
    public NativeAot()
        : base("nativeaot", "NativeAOT")
    {
        TargetFramework = "net10.0";
        Missing = OperatingSystem.IsLinux() && !Executables.IsThere("clang") && !Executables.IsThere("gcc")
            ? "Compiling natively needs a linker and zlib: apt install clang zlib1g-dev."
            : OperatingSystem.IsMacOS() && !Executables.IsThere("clang") ? "Compiling natively needs a linker: xcode-select --install."
            : null;
    }

    public override async Task<ProgramCommand> BuildRunnerAsync(CancellationToken cancellationToken)
    {
        try
        {
            return await PublishAsync(TargetFramework, cancellationToken);
        }
        catch (BuildException exception) when (exception.IsPackageMissing)
        {
            // A partial copy of the package gallery may have the native runtime pack of an older one only.
            return await PublishAsync("net9.0", cancellationToken);
        }
    }

    private static async Task<ProgramCommand> PublishAsync(string framework, CancellationToken cancellationToken)
    {
        string program = await PublishAsync(framework);
        string withoutFlow = await PublishAsync(framework + "-noflow", "-p:PooledAwaitFlowExecutionContext=false");
        return new ProgramCommand(program)
        {
            Alternatives = new Dictionary<string, string> { [NativeSwitch.WithoutFlow] = withoutFlow },
        };

        async Task<string> PublishAsync(string folderName, params string[] options)
        {
            string name = Path.GetFileNameWithoutExtension(Repository.Runner);
            string folder = Path.Combine(Repository.Artifacts, "native", name, folderName);
            await DotNet.RunAsync(
                "publish",
                Repository.Runner,
                ["-f", framework, "-r", Platform.RuntimeIdentifier, "-p:NativeFramework=" + framework, "-o", folder, .. options],
                cancellationToken);
            return Path.Combine(folder, name + Platform.ExecutableExtension);
        }
    }
}
