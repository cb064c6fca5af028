namespace AsyncBenchmarks.Tests;

public class CatalogTests
{
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
    public void Find_ByEveryId_ReturnsThatCase()
    {
        Assert.All(Catalog.Cases, candidate => Assert.Same(candidate, Catalog.Find(candidate.Id)));
        Assert.Null(Catalog.Find("AsyncAwait/Nobody/Pending=True"));
    }
}
