namespace AsyncBenchmarks.Commands;

/// <summary>Options that several commands have, and what their values may be.</summary>
internal static class Options
{
    private const string AllRuntimes = "all";

    public static Option<string[]> Environment() => new("--env", "-e")
    {
        Description = "An environment variable for every process, such as DOTNET_TieredPGO=0; may be repeated.",
        HelpName = "NAME=VALUE",
    };

    public static Option<string[]> Runtime(string? usually = null) => new("--runtime")
    {
        Description = $"The runtime to measure on: {string.Join(", ", KnownRuntimes.All.Select(runtime => runtime.Id))}, or {AllRuntimes}; "
            + $"may be repeated; default: {usually ?? KnownRuntimes.Default.Id}.",
    };

    /// <summary>The variables; if two have the same name, the last one counts.</summary>
    public static IReadOnlyDictionary<string, string> Variables(ParseResult arguments, Option<string[]> environment) =>
        Pairs(arguments, environment, "DOTNET_TieredPGO=0")
            .GroupBy(variable => variable.Key)
            .ToDictionary(values => values.Key, values => values.Last().Value);

    /// <summary>The chosen runtimes, in the order of the tables, whether this machine has them or not.</summary>
    /// <param name="usual">Those that are meant when none is given.</param>
    public static IReadOnlyList<Runtime> Runtimes(ParseResult arguments, Option<string[]> option, IEnumerable<string>? usual = null)
    {
        string[] names = arguments.GetValue(option) is { Length: > 0 } given ? given : [.. usual ?? []];
        Require(option.Name, names, [.. KnownRuntimes.All.Select(runtime => runtime.Id), AllRuntimes]);
        return names.Length == 0 ? [KnownRuntimes.Default]
            : names.Contains(AllRuntimes, StringComparer.OrdinalIgnoreCase) ? KnownRuntimes.All
            : [.. KnownRuntimes.All.Where(runtime => names.Contains(runtime.Id, StringComparer.OrdinalIgnoreCase))];
    }

    /// <summary>The values of an option that are names with values.</summary>
    public static IEnumerable<KeyValuePair<string, string>> Pairs(ParseResult arguments, Option<string[]> option, string example) =>
        (arguments.GetValue(option) ?? []).Select(text => text.IndexOf('=', StringComparison.Ordinal) is > 0 and int equals
            ? KeyValuePair.Create(text[..equals], text[(equals + 1)..])
            : throw new UsageException($"{option.Name} {text}: write it as {option.HelpName}, such as {example}."));

    /// <summary>The value of an option that is a count; null when it is not given, and throws when it is below 1.</summary>
    public static int? Positive(ParseResult arguments, Option<int> option)
    {
        int value = arguments.GetValue(option);
        return arguments.GetResult(option) is null or { Implicit: true } ? null : value > 0
            ? value
            : throw new UsageException($"{option.Name} must be 1 or more, not {value.ToString(CultureInfo.InvariantCulture)}.");
    }

    /// <summary>Throws when a name is none of the valid ones.</summary>
    public static void Require(string option, IEnumerable<string> names, IEnumerable<string> valid)
    {
        string[] all = [.. valid.Distinct(StringComparer.OrdinalIgnoreCase)];
        if (names.Except(all, StringComparer.OrdinalIgnoreCase).FirstOrDefault() is { } wrong)
        {
            throw new UsageException($"{option}: there is no \"{wrong}\". Valid: {string.Join(", ", all)}.");
        }
    }
}

/// <summary>The arguments are wrong; the message says what would be right.</summary>
internal sealed class UsageException(string message) : Exception(message);
