using System.Collections.Generic;

namespace AsyncBenchmarks;

/// <summary>One cell of a scenario's table: a row (a library, or one way to use it) with the scenario's parameters.</summary>
/// <param name="Scenario">The scenario's name: the table's Type column.</param>
/// <param name="Row">The row's name: the table's Method column.</param>
/// <param name="Library">The name of the library whose row it is; several rows may be ways to use one library.</param>
/// <param name="Parameters">The scenario's parameters in the order of its columns, such as Pending = True.</param>
/// <param name="IsBaseline">Whether other rows with the same parameters are compared with this one.</param>
/// <param name="Availability">The work, or the reason why there is none.</param>
public sealed record Case(
    string Scenario,
    string Row,
    string Library,
    IReadOnlyList<KeyValuePair<string, string>> Parameters,
    bool IsBaseline,
    Availability Availability)
{
    /// <summary>The environment variables that the case's process needs.</summary>
    public IReadOnlyDictionary<string, string> Environment { get; init; } = s_nothing;

    /// <summary>Whether one measurement takes many seconds by itself: the scenario's.</summary>
    public bool RunsOnce { get; init; }

    /// <summary>Whether other threads than the one that measures do a part of the work: the scenario's.</summary>
    public bool UsesThreads { get; init; }

    private static readonly Dictionary<string, string> s_nothing = [];

    /// <summary>
    /// The scenario and the parameters, for people: <c>AsyncAwait, Pending=True</c>. Cases with the same text do the same work.
    /// </summary>
    public string Title => WithParameters(Scenario, ", ");

    /// <summary>The case's name for command lines and files: <c>AsyncAwait/ProtoPromise/Pending=True</c>. Never changes.</summary>
    public string Id => WithParameters(Scenario + "/" + Row, "/");

    private string WithParameters(string name, string separator)
    {
        foreach (KeyValuePair<string, string> parameter in Parameters)
        {
            name += separator + parameter.Key + "=" + parameter.Value;
        }

        return name;
    }
}
