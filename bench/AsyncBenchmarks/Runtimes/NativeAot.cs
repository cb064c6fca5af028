using AsyncBenchmarks.Processes;

namespace AsyncBenchmarks.Runtimes;

/// <summary>
/// .NET compiled natively, ahead of time. The runner is compiled twice: what a program may switch off is a constant there.
/// </summary>
internal sealed class NativeAot : Runtime
{
    // The newest first; a partial copy of the package gallery may have the native runtime pack of an older one only.
    private static readonly string[] s_frameworks = ["net10.0", "net9.0"];

    public override string Id => "nativeaot";

    public override string Name => "NativeAOT";

    public override string TargetFramework => s_frameworks[0];

    public override string? Missing =>
        OperatingSystem.IsLinux() && !Executables.IsThere("clang") && !Executables.IsThere("gcc")
            ? "Compiling natively needs a linker and zlib: apt install clang zlib1g-dev."
            : OperatingSystem.IsMacOS() && !Executables.IsThere("clang") ? "Compiling natively needs a linker: xcode-select --install."
                : null;

    public override TimeSpan BuildTime => TimeSpan.FromSeconds(100);

    public override ProgramCommand CommandFor(string program) => new(program);

    public override async Task<ProgramCommand> BuildRunnerAsync(CancellationToken cancellationToken)
    {
        for (int i = 0; ; i++)
        {
            try
            {
                return await PublishAsync(s_frameworks[i], cancellationToken);
            }
            catch (BuildException exception) when (exception.IsPackageMissing && i < s_frameworks.Length - 1)
            {
                // The next one may be there.
            }
        }
    }

    private async Task<ProgramCommand> PublishAsync(string framework, CancellationToken cancellationToken)
    {
        string program = await PublishAsync(framework, framework, [], cancellationToken);
        string withoutFlow = await PublishAsync(
            framework, framework + "-noflow", ["-p:PooledAwaitFlowExecutionContext=false"], cancellationToken);
        return CommandFor(program) with
        {
            Alternatives = new Dictionary<string, string> { [NativeSwitch.WithoutFlow] = withoutFlow },
        };
    }

    private static async Task<string> PublishAsync(
        string framework, string folderName, string[] options, CancellationToken cancellationToken)
    {
        string name = Path.GetFileNameWithoutExtension(Repository.Runner);
        string folder = Path.Combine(Repository.Artifacts, "native", name, folderName);
        await DotNet.PublishAsync(
            Repository.Runner,
            ["-f", framework, "-r", Platform.RuntimeIdentifier, "-p:NativeFramework=" + framework, "-o", folder, .. options],
            cancellationToken);
        return Path.Combine(folder, name + Platform.ExecutableExtension);
    }
}
