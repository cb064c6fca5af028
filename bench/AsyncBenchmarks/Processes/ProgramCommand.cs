using System.Diagnostics;

namespace AsyncBenchmarks.Processes;

/// <summary>A program and its arguments, ready to be started any number of times.</summary>
/// <param name="FileName">The executable.</param>
/// <param name="Arguments">Its arguments, unescaped.</param>
internal sealed record ProgramCommand(string FileName, params IReadOnlyList<string> Arguments)
{
    /// <summary>For a child without a window whose output this process reads.</summary>
    public ProcessStartInfo ToStartInfo() => new(FileName, Arguments)
    {
        UseShellExecute = false,
        CreateNoWindow = true,
        RedirectStandardOutput = true,
        RedirectStandardError = true,
    };

    /// <summary>The same, with something added to its environment.</summary>
    public ProcessStartInfo ToStartInfo(IReadOnlyDictionary<string, string> environment)
    {
        ProcessStartInfo start = ToStartInfo();
        foreach ((string name, string value) in environment)
        {
            start.Environment[name] = value;
        }

        return start;
    }

    /// <summary>For a program that may crash on purpose: what a runtime writes to its folder then is not left where we were
    /// started.</summary>
    public ProcessStartInfo ToCaseStartInfo(IReadOnlyDictionary<string, string> environment)
    {
        ProcessStartInfo start = ToStartInfo(environment);
        start.WorkingDirectory = Directory.CreateDirectory(Path.Combine(Repository.Artifacts, "crashes")).FullName;
        return start;
    }

    public override string ToString() => FileName + " " + string.Join(' ', Arguments);
}
