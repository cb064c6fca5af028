using System;
using System.Collections.Generic;
using AsyncBenchmarks.Scenarios;

namespace AsyncBenchmarks.Libraries;

/// <summary>A row of the tables: a library, used in one way.</summary>
internal sealed class Row
{
    private static readonly Dictionary<string, string> s_nothing = [];

    /// <param name="name">The row's name, never changed.</param>
    /// <param name="library">The library.</param>
    /// <param name="answers">What it can do; null when the library was not found.</param>
    /// <param name="standsFor">The categories of Yield that it appears in.</param>
    public Row(string name, Library library, Answers? answers, params YieldCategory[] standsFor)
    {
        Name = name;
        Library = library;
        Answers = answers ?? new NothingOffered(library.NotFound ?? name + " was not built.");
        StandsFor = standsFor;
    }

    /// <summary>The row's name: the tables' Method column.</summary>
    public string Name { get; }

    /// <summary>The library it uses.</summary>
    public Library Library { get; }

    /// <summary>Its work for each scenario, or why there is none.</summary>
    public Answers Answers { get; }

    /// <summary>The categories of Yield that it appears in.</summary>
    public IReadOnlyList<YieldCategory> StandsFor { get; }

    /// <summary>The way of use, where a library has rows for several; the tables' Categories column.</summary>
    public string Categories { get; init; } = "";

    /// <summary>What a process with this row's work needs in its environment.</summary>
    public IReadOnlyDictionary<string, string> Environment { get; init; } = s_nothing;

    /// <summary>What is set in the process before this row's work is made; null for nothing.</summary>
    public Action? Configure { get; init; }

    /// <summary>Whether AsyncAwait and ContinueWith compare the others with it.</summary>
    public bool IsReference { get; init; }

    /// <summary>Whether Yield compares the others with it.</summary>
    public bool IsBaselineOfYield { get; init; }

    /// <summary>Whether the scenarios besides those compare the others with it.</summary>
    public bool IsBaselineOfCombinators { get; init; }
}
