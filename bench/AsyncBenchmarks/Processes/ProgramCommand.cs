using System.Collections.Generic;
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

    public override string ToString() => FileName + " " + string.Join(' ', Arguments);
}
