using System;
using System.Collections.Generic;

namespace AsyncBenchmarks;

/// <summary>One cell of a scenario's table: a row (a library, or one way to use it) with the scenario's parameters.</summary>
/// <param name="Scenario">The scenario's name: the table's Type column.</param>
/// <param name="Row">The row's name: the table's Method column.</param>
/// <param name="Library">The name of the library whose row it is; several rows may be ways to use one library.</param>
/// <param name="Parameters">The scenario's parameters in the order of its columns, such as Pending = True.</param>
/// <param name="IsBaseline">Whether other rows with the same parameters are compared with this one.</param>
/// <param name="Offer">The work, or the reason why there is none.</param>
public sealed record Case(
    string Scenario,
    string Row,
    string Library,
    IReadOnlyList<KeyValuePair<string, string>> Parameters,
    bool IsBaseline,
    Offer Offer)
{
    /// <summary>The case's name for command lines and files: <c>AsyncAwait/ProtoPromise/Pending=True</c>. Never changes.</summary>
    public string Id
    {
        get
        {
            string id = Scenario + "/" + Row;
            foreach (KeyValuePair<string, string> parameter in Parameters)
            {
                id += "/" + parameter.Key + "=" + parameter.Value;
            }

            return id;
        }
    }
}

/// <summary>What a library answers when a scenario asks for work: a workload, or the reason why it can't.</summary>
public sealed class Offer
{
    private Offer(Func<Workload>? create, string? notAvailable)
    {
        Create = create;
        NotAvailable = notAvailable;
    }

    /// <summary>Makes the workload; null when there is none.</summary>
    public Func<Workload>? Create { get; }

    /// <summary>Why there is no workload ("ValueTask has no continuation method"); null when there is one.</summary>
    public string? NotAvailable { get; }

    /// <summary>The library can do it.</summary>
    /// <param name="create">Makes the workload.</param>
    public static Offer Of(Func<Workload> create) => new(create, null);

    /// <summary>The library can't do it.</summary>
    /// <param name="reason">Why, as the line under the table says it.</param>
    public static Offer No(string reason) => new(null, reason);
}
