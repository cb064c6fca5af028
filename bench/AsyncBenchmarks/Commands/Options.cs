using System.CommandLine;
using System.Globalization;
using AsyncBenchmarks.Runtimes;

namespace AsyncBenchmarks.Commands;

/// <summary>The option that sets environment variables for every process, the same for every command that has it.</summary>
internal sealed class EnvironmentOption
{
    private readonly Option<string[]> _variables = new("--env", "-e")
    {
        Description = "An environment variable for every process, such as DOTNET_TieredPGO=0; may be repeated.",
        HelpName = "NAME=VALUE",
    };

    public void AddTo(Command command) => command.Add(_variables);

    /// <summary>The variables; if two have the same name, the last one counts.</summary>
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

/// <summary>The option that chooses runtimes, the same for every command that has it.</summary>
internal sealed class RuntimeSelection(string? usually = null)
{
    private const string All = "all";

    private readonly Option<string[]> _runtimes = new("--runtime")
    {
        Description = $"The runtime to measure on: {string.Join(", ", KnownRuntimes.All.Select(runtime => runtime.Id))}, or {All}; "
            + $"may be repeated; default: {usually ?? KnownRuntimes.Default.Id}.",
        HelpName = "name",
    };

    public void AddTo(Command command) => command.Add(_runtimes);

    /// <summary>The chosen runtimes, in the order of the tables, whether this machine has them or not.</summary>
    /// <param name="usual">Those that are meant when none is given.</param>
    public IReadOnlyList<Runtime> Runtimes(ParseResult arguments, IEnumerable<string>? usual = null)
    {
        string[] names = arguments.GetValue(_runtimes) is { Length: > 0 } given ? given : [.. usual ?? []];
        foreach (string name in names)
        {
            if (!IsAll(name) && KnownRuntimes.Find(name) is null)
            {
                string valid = string.Join(", ", KnownRuntimes.All.Select(runtime => runtime.Id).Append(All));
                throw new UsageException($"{_runtimes.Name}: there is no \"{name}\". Valid: {valid}.");
            }
        }

        return names.Length == 0 ? [KnownRuntimes.Default]
            : names.Any(IsAll) ? KnownRuntimes.All
            : [.. KnownRuntimes.All.Where(runtime => names.Any(name => KnownRuntimes.Find(name) == runtime))];
    }

    private static bool IsAll(string name) => string.Equals(name, All, StringComparison.OrdinalIgnoreCase);
}

/// <summary>Options that are counts.</summary>
internal static class PositiveNumber
{
    /// <summary>The option's value; null when it is not given, and throws when it is below 1.</summary>
    public static int? Of(ParseResult arguments, Option<int> option)
    {
        int value = arguments.GetValue(option);
        return arguments.GetResult(option) is null or { Implicit: true } ? null : value > 0
            ? value
            : throw new UsageException($"{option.Name} must be 1 or more, not {value.ToString(CultureInfo.InvariantCulture)}.");
    }
}

/// <summary>The arguments are wrong; the message says what would be right.</summary>
internal sealed class UsageException : Exception
{
    public UsageException(string message)
        : base(message)
    {
    }
}
