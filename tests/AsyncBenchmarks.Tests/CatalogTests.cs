using System.Collections.Generic;
using System.Linq;
using AsyncBenchmarks.Scenarios;

namespace AsyncBenchmarks.Tests;

public class CatalogTests
{
    private static readonly string[] s_rows =
    [
        "Callback", "Task", "ValueTask", "ValueTask-Pooling", "Task-RuntimeAsync",
        "ValueTask-RuntimeAsync", "PooledAwait", "PooledAwait-NoFlow", "PooledAwait-Attribute", "PooledAwait-Task",
        "PooledAwait-Awaited-Task", "PooledAwait-Awaited-ValueTask", "PooledAwait-1.0.49",
        "ProtoPromise", "ProtoPromise-NoPool", "ProtoPromise-Flow", "UniTask", "UnityFx.Async", "RSG.Promise",
    ];

    [Theory]
    [InlineData("AsyncAwait")]
    [InlineData("ContinueWith")]
    public void Rows_OfANestedScenario_AreAllThereInOrder(string scenario)
    {
        string[] ids = [.. Catalog.Cases.Where(candidate => candidate.Scenario == scenario).Select(candidate => candidate.Id)];

        // Names are for ever: results of years are compared by them. A new library's are none of these.
        string[] known =
            [.. s_rows.Select(row => $"{scenario}/{row}/Pending=False"), .. s_rows.Select(row => $"{scenario}/{row}/Pending=True")];
        Assert.Equal(known, ids.Intersect(known));
    }

    [Theory]
    [InlineData("WhenAll", "Inputs=10", "Inputs=1000")]
    [InlineData("WhenAny", "Inputs=2", "Inputs=10")]
    [InlineData("WaitAsync", "Limit=Timeout", "Limit=Cancellation")]
    [InlineData("AsyncPending", "N=100", "N=10000")]
    [InlineData("AsyncResolved", "N=100", "N=10000")]
    [InlineData("AwaitPending", "N=100", "N=10000")]
    [InlineData("AwaitResolved", "N=100", "N=10000")]
    [InlineData("ContinueWithFromValue", "N=100", "N=10000")]
    [InlineData("ContinueWithResolved", "N=100", "N=10000")]
    [InlineData("ContinueWithPending", "N=100", "N=10000")]
    [InlineData("Contended", "Threads=2", "Threads=4")]
    [InlineData("Cancel", "Methods=1", "Methods=10")]
    [InlineData("Throw", "Methods=1", "Methods=10")]
    public void Rows_OfAScenarioWithTwoSizes_AreAllThereInOrder(string scenario, string first, string second)
    {
        string[] ids = [.. Catalog.Cases.Where(candidate => candidate.Scenario == scenario).Select(candidate => candidate.Id)];

        string[] known = [.. s_rows.Select(row => $"{scenario}/{row}/{first}"), .. s_rows.Select(row => $"{scenario}/{row}/{second}")];
        Assert.Equal(known, ids.Intersect(known));
    }

    [Theory]
    [InlineData("Task", "Task Task-RuntimeAsync PooledAwait PooledAwait-Task PooledAwait-Awaited-Task PooledAwait-1.0.49 "
        + "UnityFx.Async RSG.Promise")]
    [InlineData("Task<T>", "Task Task-RuntimeAsync PooledAwait PooledAwait-Task PooledAwait-Awaited-Task PooledAwait-1.0.49 "
        + "UnityFx.Async RSG.Promise")]
    [InlineData("ValueTask", "ValueTask ValueTask-Pooling ValueTask-RuntimeAsync PooledAwait PooledAwait-NoFlow PooledAwait-Attribute "
        + "PooledAwait-Awaited-ValueTask PooledAwait-1.0.49 "
        + "ProtoPromise ProtoPromise-NoPool ProtoPromise-Flow UniTask")]
    [InlineData("ValueTask<T>", "ValueTask ValueTask-Pooling ValueTask-RuntimeAsync PooledAwait PooledAwait-NoFlow PooledAwait-Attribute "
        + "PooledAwait-Awaited-ValueTask PooledAwait-1.0.49 "
        + "ProtoPromise ProtoPromise-NoPool ProtoPromise-Flow UniTask")]
    public void Rows_OfYield_AreThoseThatStandForTheCategory(string category, string rows)
    {
        IEnumerable<string> ids = Catalog.Cases
            .Where(candidate => candidate.Scenario == "Yield" && candidate.Parameters[0].Value == category)
            .Select(candidate => candidate.Id);

        string[] known = [.. rows.Split(' ').Select(row => $"Yield/{row}/Category={category}")];
        Assert.Equal(known, ids.Intersect(known));
    }

    [Theory]
    [InlineData("Coordination/{0}/Type=Lock-0", "Task PooledAwait ProtoPromise DotNext.Threading Nito.AsyncEx VisualStudio.Threading")]
    [InlineData(
        "Coordination/{0}/Type=Semaphore-100", "Task PooledAwait ProtoPromise DotNext.Threading Nito.AsyncEx VisualStudio.Threading")]
    [InlineData(
        "Coordination/{0}/Type=CountdownEvent-100", "PooledAwait ProtoPromise DotNext.Threading Nito.AsyncEx VisualStudio.Threading")]
    [InlineData("Channel/{0}/Shape=1to1-unbounded", "Task PooledAwait ProtoPromise UniTask")]
    [InlineData("Channel/{0}/Shape=8to8-128", "Task PooledAwait ProtoPromise UniTask")]
    public void Rows_OfWaits_AreThoseOfLibrariesThatHaveAny(string id, string rows)
    {
        string[] known = [.. rows.Split(' ').Select(row => string.Format(System.Globalization.CultureInfo.InvariantCulture, id, row))];

        Assert.Equal(known, Catalog.Cases.Select(candidate => candidate.Id).Intersect(known));
        Assert.DoesNotContain(Catalog.Cases, candidate => candidate.Row == "ValueTask" && candidate.Scenario == id.Split('/')[0]);
    }

    [Fact]
    public void Rows_OfBorder_AreThoseThatCrossIt() =>
        Assert.Equal(
            ["Task", "ValueTask", "Task-RuntimeAsync", "ValueTask-RuntimeAsync", "PooledAwait", "PooledAwait-Attribute"],
            Catalog.Cases.Where(candidate => candidate.Scenario == "Border").Select(candidate => candidate.Row).Distinct());

    [Fact]
    public void Baseline_OfEveryGroup_IsOneRowThatCanBeMeasured()
    {
        foreach (IGrouping<string, Case> group in Catalog.Cases.GroupBy(candidate => candidate.Title))
        {
            if (LocalServer.Of(group.First().Scenario) is { Missing: not null })
            {
                continue;
            }

            // What only .NET 11 has, which these tests don't run on, no row can do.
            Case baseline = Assert.Single(group, candidate => candidate.IsBaseline);
            Assert.Equal(group.Key != "Border, Awaits=RuntimeAsyncMethod", baseline.Availability.Create is not null);
        }
    }

    [Theory]
    [InlineData("AsyncAwait, Pending=True", "Task")]
    [InlineData("Yield, Category=Task<T>", "Task")]
    [InlineData("Yield, Category=ValueTask", "ValueTask")]
    [InlineData("InFlight, Operations=100", "Task")]
    [InlineData("Coordination, Type=Lock-0", "Task")]
    [InlineData("Coordination, Type=AutoResetEvent-100", "PooledAwait")]
    public void Baseline_IsTask_WhereTheTableHasIt(string title, string row) =>
        Assert.Equal(row, Catalog.Cases.Single(candidate => candidate.Title == title && candidate.IsBaseline).Row);

    [Fact]
    public void Rows_OfTheQuickScenarios_AreThoseOfTheFirstThree() =>
        Assert.Equal(
            ["AsyncAwait", "ContinueWith", "Yield"],
            Catalog.Scenarios.Where(scenario => scenario.IsQuick).Select(scenario => scenario.Name));

    [Fact]
    public void Case_WithoutWork_HasItsReason() =>
        Assert.All(
            Catalog.Cases,
            candidate => Assert.True(
                candidate.Availability.Create is not null ^ !string.IsNullOrWhiteSpace(candidate.Availability.NotAvailable), candidate.Id));

    [Fact]
    public void Case_OfAMissingLibrary_GivesNuGetsWords()
    {
        Dictionary<string, Library> libraries = Catalog.Libraries.ToDictionary(library => library.Name);

        Assert.All(
            Catalog.Cases.Where(candidate => libraries[candidate.Library].Version is null),
            candidate => Assert.Equal(libraries[candidate.Library].NotFound, candidate.Availability.NotAvailable));
    }

    [Fact]
    public void Library_Always_HasAVersionOrTheReasonWhyNot() =>
        Assert.All(Catalog.Libraries, library => Assert.True(library.Version is not null ^ library.NotFound is not null, library.Name));

    [Theory]
    [InlineData("ProtoPromise", "3.5.1")]
    [InlineData("UniTask", "2.5.10")]
    [InlineData("UnityFx.Async", "1.1.0")]
    [InlineData("RSG.Promise", "3.0.1")]
    [InlineData("PooledAwait", "1.0.49")]
    public void Peer_ThatWasFound_HasThePublishedVersion(string package, string version)
    {
        Library[] ofIt = [.. Catalog.Libraries.Where(library => library.Package == package)];

        Assert.NotEmpty(ofIt);
        Assert.All(ofIt, library => Assert.True(library.Version is null || library.Version == version));
    }

    [Fact]
    public void Parameters_OfEveryCase_AreTheScenariosColumns()
    {
        Dictionary<string, Scenario> scenarios = Catalog.Scenarios.ToDictionary(scenario => scenario.Name);

        Assert.All(
            Catalog.Cases,
            candidate => Assert.Equal(
                scenarios[candidate.Scenario].ParameterNames,
                candidate.Parameters.Select(parameter => parameter.Key)));
    }

    [Fact]
    public void Find_ByEveryId_ReturnsThatCase()
    {
        Assert.All(Catalog.Cases, candidate => Assert.Same(candidate, Catalog.Find(candidate.Id)));
        Assert.Null(Catalog.Find("AsyncAwait/Nobody/Pending=True"));
    }
}
