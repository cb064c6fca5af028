using System;
using System.Collections.Generic;
using System.Globalization;
using AsyncBenchmarks.Libraries;

namespace AsyncBenchmarks.Scenarios;

/// <summary>One of the scenarios of <see cref="OperationsKind"/>.</summary>
internal sealed class OperationsTable : ScenarioTable
{
    private readonly OperationsKind _kind;
    private readonly int[] _sizes;
    private readonly Func<int, string> _name;

    /// <param name="kind">Which.</param>
    /// <param name="scenario">What the host shows of it.</param>
    /// <param name="sizes">What it is done with.</param>
    /// <param name="name">The size's name in the parameter's column.</param>
    public OperationsTable(OperationsKind kind, Scenario scenario, int[] sizes, Func<int, string>? name = null)
    {
        _kind = kind;
        Scenario = scenario;
        _sizes = sizes;
        _name = name ?? (size => size.ToString(CultureInfo.InvariantCulture));
    }

    public override Scenario Scenario { get; }

    public override IEnumerable<Case> Cases(IReadOnlyList<Row> rows)
    {
        foreach (int size in _sizes)
        {
            OperationsWork work = new(_kind, size);
            string[] parameters = Scenario.ParameterNames.Count == 0 ? [] : [_name(size)];
            foreach (Row row in rows)
            {
                yield return Case(row, row.IsBaselineOfCombinators, row.Answers.Operations(work), parameters);
            }
        }
    }
}
