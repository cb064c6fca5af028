namespace AsyncBenchmarks.Commands;

/// <summary>The options that choose cases, the same for every command that has them.</summary>
internal sealed class CaseSelection
{
    private readonly Option<string[]> _scenarios = new("--scenario", "-s")
    {
        Description = "Only this scenario; may be repeated.",
    };

    private readonly Option<string[]> _libraries = new("--library", "-l")
    {
        Description = "Only this library or row; may be repeated.",
    };

    private readonly Option<string[]> _parameters = new("--parameter", "-p")
    {
        Description = "Only cases with this parameter, such as Pending=True; may be repeated.",
        HelpName = "name=value",
    };

    public Option[] All => [_scenarios, _libraries, _parameters];

    public bool HasScenarios(ParseResult arguments) => arguments.GetValue(_scenarios) is { Length: > 0 };

    /// <param name="quickOnly">Whether only the scenarios of a quick run are meant when none is named.</param>
    /// <param name="isReference">What the chosen ones are compared with, and comes along; null where nothing is compared.</param>
    /// <param name="isElsewhere">Whether they are measured on other runtimes than this one, which may have work for other cases.</param>
    public IReadOnlyList<Case> Cases(
        ParseResult arguments, bool quickOnly, Func<Case, bool>? isReference = null, bool isElsewhere = false)
    {
        string[] scenarios = arguments.GetValue(_scenarios) ?? [];
        Options.Require(_scenarios.Name, scenarios, Catalog.Scenarios.Select(scenario => scenario.Name));
        IEnumerable<string> chosen = scenarios.Length > 0 ? scenarios
            : Catalog.Scenarios.Where(scenario => scenario.IsQuick || !quickOnly).Select(scenario => scenario.Name);
        ILookup<string, string> parameters = Parameters(arguments);
        string[] libraries = arguments.GetValue(_libraries) ?? [];
        RequireLibraries(_libraries.Name, libraries);
        Case[] cases =
        [
            .. Catalog.Cases
                .Where(each => chosen.Contains(each.Scenario, StringComparer.OrdinalIgnoreCase)
                    && parameters.All(wanted => each.Parameters.Any(parameter =>
                        Same(parameter.Key, wanted.Key) && wanted.Contains(parameter.Value, StringComparer.OrdinalIgnoreCase))))
                .GroupBy(each => each.Title)
                .SelectMany(group => group.Any(IsWanted) ? group.Where(each => IsWanted(each) || isReference?.Invoke(each) == true) : []),
        ];
        return cases.Length == 0 ? throw new UsageException("No case matches all of these options. \"list\" shows the cases.")
            : isElsewhere || cases.Any(each => IsWanted(each) && each.Availability.Create is not null) ? cases
            : throw new UsageException(
                "None of these cases can be measured: "
                + string.Join(
                    " ",
                    cases.Select(each => each.Availability.NotAvailable).OfType<string>().Distinct().Select(Page.WithAdvice)));

        bool IsWanted(Case each) => libraries.Length == 0 || libraries.Any(library => IsOf(each, library));
    }

    public static bool IsOf(Case candidate, string library) => Same(candidate.Library, library) || Same(candidate.Row, library);

    /// <summary>The library or row that an option names; null when it is not given.</summary>
    public static string? Library(ParseResult arguments, Option<string?> option)
    {
        string? name = arguments.GetValue(option);
        RequireLibraries(option.Name, name is null ? [] : [name]);
        return name;
    }

    private static void RequireLibraries(string option, string[] names) =>
        Options.Require(option, names, Catalog.Cases.SelectMany(candidate => new[] { candidate.Library, candidate.Row }));

    private ILookup<string, string> Parameters(ParseResult arguments)
    {
        KeyValuePair<string, string>[] known = [.. Catalog.Cases.SelectMany(candidate => candidate.Parameters).Distinct()];
        KeyValuePair<string, string>[] wanted = [.. Options.Pairs(arguments, _parameters, "Pending=True")];
        foreach ((string name, string value) in wanted)
        {
            Options.Require(_parameters.Name, [name], known.Select(parameter => parameter.Key));
            Options.Require(
                $"{_parameters.Name} {name}",
                [value],
                known.Where(parameter => Same(parameter.Key, name)).Select(parameter => parameter.Value));
        }

        return wanted.ToLookup(pair => pair.Key, pair => pair.Value, StringComparer.OrdinalIgnoreCase);
    }

    private static bool Same(string left, string right) => string.Equals(left, right, StringComparison.OrdinalIgnoreCase);
}
