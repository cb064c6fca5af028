using System.Collections.Generic;
using AsyncBenchmarks.Results;

namespace AsyncBenchmarks.Measuring;

/// <summary>The environment of a case's process.</summary>
internal static class CaseEnvironment
{
    /// <summary>What the case asks for, and how much time it has.</summary>
    public static IReadOnlyDictionary<string, string> Of(Case run, RunKind kind)
    {
        if (kind != RunKind.Smoke)
        {
            return run.Environment;
        }

        Dictionary<string, string> environment = new() { [Haste.Variable] = Haste.Smoke };
        foreach ((string name, string value) in run.Environment)
        {
            environment[name] = value;
        }

        return environment;
    }
}
