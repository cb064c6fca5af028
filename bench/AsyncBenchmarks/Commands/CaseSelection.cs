using System.CommandLine;
using AsyncBenchmarks.Reports;

namespace AsyncBenchmarks.Commands;

/// <summary>The options that choose cases, the same for every command that has them.</summary>
internal sealed class CaseSelection
{
    private readonly Option<string[]> _scenarios = new("--scenario", "-s")
    {
        Description = "Only this scenario; may be repeated.",
        HelpName = "name",
    };

    private readonly Option<string[]> _libraries = new("--library", "-l")
    {
        Description = "Only this library or row; may be repeated.",
        HelpName = "name",
    };

    private readonly Option<string[]> _parameters = new("--parameter", "-p")
    {
        Description = "Only cases with this parameter, such as Pending=True; may be repeated.",
        HelpName = "name=value",
    };

    public void AddTo(Command command)
    {
        command.Add(_scenarios);
        command.Add(_libraries);
        command.Add(_parameters);
    }

    /// <summary>The libraries or rows asked for; empty when all are wanted.</summary>
    private string[] Libraries(ParseResult arguments)
    {
        string[] names = arguments.GetValue(_libraries) ?? [];
        foreach (string name in names)
        {
            RequireLibrary("--library", name);
        }

        return names;
    }

    /// <summary>Whether scenarios are chosen.</summary>
    public bool HasScenarios(ParseResult arguments) => arguments.GetValue(_scenarios) is { Length: > 0 };

    /// <summary>The chosen cases.</summary>
    /// <param name="quickOnly">Whether only the scenarios of a quick run are meant when none is named.</param>
    /// <param name="isReference">What the chosen ones are compared with, and comes along; null where nothing is compared.</param>
    /// <param name="isElsewhere">Whether they are measured on other runtimes than this one, which may have work for other cases.</param>
    public IReadOnlyList<Case> Cases(
        ParseResult arguments, bool quickOnly, Func<Case, bool>? isReference = null, bool isElsewhere = false)
    {
        string[] scenarios = arguments.GetValue(_scenarios) ?? [];
        foreach (string name in scenarios)
        {
            Require("--scenario", name, Catalog.Scenarios.Select(scenario => scenario.Name));
        }

        IEnumerable<string> chosen = scenarios.Length > 0 ? scenarios
            : Catalog.Scenarios.Where(scenario => scenario.IsQuick || !quickOnly).Select(scenario => scenario.Name);
        ILookup<string, string> parameters = (arguments.GetValue(_parameters) ?? [])
            .Select(Split)
            .ToLookup(pair => pair.Name, pair => pair.Value, StringComparer.OrdinalIgnoreCase);
        string[] libraries = Libraries(arguments);
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

    /// <summary>Whether a case belongs to a library or a row of that name.</summary>
    public static bool IsOf(Case candidate, string library) => Same(candidate.Library, library) || Same(candidate.Row, library);

    /// <summary>The library or row that an option names; null when it is not given.</summary>
    public static string? Library(ParseResult arguments, Option<string?> option)
    {
        string? name = arguments.GetValue(option);
        if (name is not null)
        {
            RequireLibrary(option.Name, name);
        }

        return name;
    }

    private static void RequireLibrary(string option, string name) =>
        Require(option, name, Catalog.Cases.SelectMany(candidate => new[] { candidate.Library, candidate.Row }));

    private static (string Name, string Value) Split(string text)
    {
        int equals = text.IndexOf('=', StringComparison.Ordinal);
        if (equals <= 0)
        {
            throw new UsageException($"--parameter {text}: write it as name=value, such as Pending=True.");
        }

        (string name, string value) = (text[..equals], text[(equals + 1)..]);
        KeyValuePair<string, string>[] known = [.. Catalog.Cases.SelectMany(candidate => candidate.Parameters).Distinct()];
        Require("--parameter", name, known.Select(parameter => parameter.Key));
        Require("--parameter " + name, value, known.Where(parameter => Same(parameter.Key, name)).Select(parameter => parameter.Value));
        return (name, value);
    }

    private static void Require(string option, string name, IEnumerable<string> valid)
    {
        string[] names = [.. valid.Distinct(StringComparer.OrdinalIgnoreCase)];
        if (!names.Contains(name, StringComparer.OrdinalIgnoreCase))
        {
            throw new UsageException($"{option}: there is no \"{name}\". Valid: {string.Join(", ", names)}.");
        }
    }

    private static bool Same(string left, string right) => string.Equals(left, right, StringComparison.OrdinalIgnoreCase);
}
