using System.CommandLine;

namespace AsyncBenchmarks.Commands;

/// <summary>The option that sets environment variables for every process, the same for every command that has it.</summary>
internal sealed class EnvironmentOption
{
    private readonly Option<string[]> _variables = new("--env", "-e")
    {
        Description = "An environment variable for every process, such as DOTNET_TieredPGO=0; can be given several times.",
        HelpName = "NAME=VALUE",
    };

    public void AddTo(Command command) => command.Add(_variables);

    /// <summary>The variables; of two with the same name the last.</summary>
    public IReadOnlyDictionary<string, string> Variables(ParseResult arguments) => (arguments.GetValue(_variables) ?? [])
        .Select(Split)
        .GroupBy(variable => variable.Key)
        .ToDictionary(values => values.Key, values => values.Last().Value);

    private static KeyValuePair<string, string> Split(string text)
    {
        int equals = text.IndexOf('=', StringComparison.Ordinal);
        return equals > 0
            ? KeyValuePair.Create(text[..equals], text[(equals + 1)..])
            : throw new UsageException($"--env {text}: write it as NAME=VALUE, such as DOTNET_TieredPGO=0.");
    }
}
