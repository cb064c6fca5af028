using AsyncBenchmarks.Libraries;

namespace AsyncBenchmarks.Scenarios;

/// <summary>One scenario: what it is, and which cases the rows make of it.</summary>
internal sealed record ScenarioTable(Scenario Scenario, IReadOnlyList<ScenarioSize> Sizes)
{
    /// <summary>The scenario's cases, in the table's order. The baseline of a size is the first row that may be one.</summary>
    public IEnumerable<Case> Cases(IReadOnlyList<Row> rows)
    {
        foreach (ScenarioSize size in Sizes)
        {
            KeyValuePair<string, string>[] parameters =
                [.. Scenario.ParameterNames.Zip(size.Values, static (name, value) => new KeyValuePair<string, string>(name, value))];
            bool hasBaseline = false;
            foreach (Row row in rows)
            {
                if ((row.OnlyIn is null || row.OnlyIn.Contains(Scenario.Name)) && size.Ask(row) is { } work)
                {
                    yield return new Case(
                        Scenario.Name,
                        row.Name,
                        row.Library.Name,
                        parameters,
                        row.IsBaseline && !hasBaseline,
                        row.Configure is { } configure ? work.Configured(configure) : work)
                    {
                        Environment = row.Environment,
                        Of = Scenario,
                    };
                    hasBaseline |= row.IsBaseline;
                }
            }
        }
    }
}

/// <summary>A size of a scenario: the values of its parameters.</summary>
/// <param name="Values">Their names in the parameters' columns.</param>
/// <param name="Ask">A row's work with it; null where the row is not in the table.</param>
internal sealed record ScenarioSize(IReadOnlyList<string> Values, Func<Row, Availability?> Ask)
{
    /// <summary>The sizes of a scenario with one parameter.</summary>
    public static ScenarioSize[] Of<T>(T[] sizes, Func<Row, T, Availability?> ask, Func<T, string>? name = null) =>
    [
        .. sizes.Select(size => new ScenarioSize(
            [name?.Invoke(size) ?? Convert.ToString(size, CultureInfo.InvariantCulture)!], row => ask(row, size))),
    ];
}
