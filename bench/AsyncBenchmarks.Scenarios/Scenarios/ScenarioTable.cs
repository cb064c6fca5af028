using System.Collections.Generic;
using AsyncBenchmarks.Libraries;

namespace AsyncBenchmarks.Scenarios;

/// <summary>One scenario: what it is, and which cases the rows make of it.</summary>
internal abstract class ScenarioTable
{
    /// <summary>What the host shows of it.</summary>
    public abstract Scenario Scenario { get; }

    /// <summary>The scenario's cases, in the table's order.</summary>
    public abstract IEnumerable<Case> Cases(IReadOnlyList<Row> rows);

    /// <summary>A case of this scenario.</summary>
    protected Case Case(Row row, bool isBaseline, Offer offer, params string[] parameters)
    {
        KeyValuePair<string, string>[] named = new KeyValuePair<string, string>[parameters.Length];
        for (int index = 0; index < parameters.Length; index++)
        {
            named[index] = new(Scenario.ParameterNames[index], parameters[index]);
        }

        return new Case(
            Scenario.Name,
            row.Name,
            row.Library.Name,
            named,
            isBaseline,
            row.Configure is { } configure ? offer.Configured(configure) : offer)
        {
            Categories = row.Categories,
            Environment = row.Environment,
            RunsOnce = Scenario.RunsOnce,
        };
    }
}
